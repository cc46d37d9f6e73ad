// Overlapping arrows stay distinguishable.
import { expect, test } from 'vitest'
import { arrowPath, isCurved, type Shape } from './drawable'
import type { Layout } from './layout'

const at = (x: number, y: number) => ({ x, y })
const layout = {
  places: new Map(Object.entries({ d2: at(350, 650), d3: at(350, 550), d4: at(350, 450), e4: at(450, 450) })),
} as unknown as Layout

const arrow = (orig: string, dest: string): Shape => ({ orig, dest, brush: 'green' })

test('of two arrows in one direction the longer one is curved', () => {
  const [short, long, other] = [arrow('d2', 'd3'), arrow('d2', 'd4'), arrow('d2', 'e4')]
  const all = [short, long, other]
  expect(all.map((one) => isCurved(layout, one, all))).toEqual([false, true, false])
  expect(arrowPath(layout, long, all)).toContain('Q')
  expect(arrowPath(layout, long, [long])).not.toContain('Q')
  // It still ends just short of its point, in the middle of its file.
  expect(arrowPath(layout, long, all)).toContain('L350 458')
})

test('an arrow and the same one back are both curved, and a circle is not', () => {
  const all = [arrow('d2', 'd4'), arrow('d4', 'd2'), arrow('d3', 'd3')]
  expect(all.map((one) => isCurved(layout, one, all))).toEqual([true, true, false])
})
