import { expect, test } from 'vitest'
import { formatRoute, parseRoute } from './router'

test('an address is a path and a query', () => {
  const route = parseRoute('#/table/a%2Fb?side=white')
  expect(route.path).toEqual(['table', 'a/b'])
  expect(route.query.get('side')).toBe('white')
})

test('an empty or broken address is the first page', () => {
  expect(parseRoute('').path).toEqual([])
  expect(parseRoute('#/%E0%A4%A').path).toEqual([])
})

test('a formatted route parses back', () => {
  const route = parseRoute(formatRoute(['rules', 'mill:nine'], { from: 'a b' }))
  expect(route.path).toEqual(['rules', 'mill:nine'])
  expect(route.query.get('from')).toBe('a b')
})
