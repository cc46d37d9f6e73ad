import { describe, expect, it } from 'vitest'
import { pictureOf, playedGames, shownAt, traitsOf } from './showcase'

describe('the boards that need no server', () => {
  it('play whole games from their first position to the last', () => {
    const chess = playedGames().find(({ game }) => game === 'chess')!
    expect(chess.views).toHaveLength(34)
    expect(Object.keys(chess.views[0]!.pieces)).toHaveLength(32)
    const mate = chess.views.at(-1)!
    expect(mate.pieces).toMatchObject({ d8: 'white rook', g5: 'white bishop', e8: 'black king' })
    expect(mate.pieces.b8).toBe('black knight')
    expect(mate).toMatchObject({ check: 'e8', last: ['d1', 'd8'], turn: 'black' })
  })

  it('never move a piece that is not there', () => {
    for (const { views } of playedGames()) {
      for (const view of views)
        expect(Object.values(view.pieces).every((piece) => /^(white|black) /.test(piece))).toBe(true)
    }
  })

  it('show every game of ours, and nothing for others', () => {
    expect(Object.keys(pictureOf('mill:nine')!.pieces).length).toBeGreaterThan(8)
    expect(pictureOf('hexapawn')).toBeNull()
    expect(traitsOf('draughts:turkish')).toEqual({ option: 'lines', value: 'orthogonal', country: 'TR' })
    expect(traitsOf('hexapawn')).toEqual({})
  })

  it('rest on the last position before they begin again', () => {
    expect([0, 1, 2, 3, 4, 5].map((step) => shownAt(3, step, 2))).toEqual([0, 1, 2, 2, 2, 0])
  })
})
