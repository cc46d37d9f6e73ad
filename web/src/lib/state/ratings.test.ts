// Ratings as the page shows them: plots, lists and marks.
import { expect, test } from 'vitest'
import type { RatingPoint, TimeClass } from '../wire/messages.gen'
import { gamesOf, plotOf, ratingText, rowsOf } from './ratings.svelte'

const point = (at: number, rating: number, time_class: TimeClass = 'blitz'): RatingPoint => ({
  game: 'chess',
  time_class,
  at,
  rating,
  deviation: 80,
  score: 1,
  opponent_rating: 1500,
  table: 't',
  round: 1,
})

test('a plot has round numbers around all ratings, and a line for each time class', () => {
  const plot = plotOf([point(0, 1500), point(50, 1620), point(100, 1580), point(60, 1400, 'rapid')])
  expect(plot.ticks.map((tick) => tick.rating)).toEqual([1400, 1500, 1600, 1700])
  expect(plot.lines.map((line) => line.timeClass)).toEqual(['blitz', 'rapid'])
  const [first, second, third] = plot.lines[0]!.dots
  expect([first!.x, third!.x]).toEqual([plot.left, plot.width])
  expect(second!.y).toBeLessThan(third!.y)
  expect(third!.y).toBeLessThan(first!.y)
  for (const { x, y } of plot.lines.flatMap((line) => line.dots)) {
    expect(x).toBeGreaterThanOrEqual(plot.left)
    expect(y).toBeGreaterThan(0)
    expect(y).toBeLessThan(plot.height)
  }
})

test('a single game is a dot within the plot', () => {
  const plot = plotOf([point(7, 1500)])
  expect(plot.lines[0]!.dots).toEqual([{ x: expect.any(Number), y: expect.any(Number) }])
  expect(plot.ticks.length).toBeGreaterThan(1)
})

test('a wide range has few numbers', () => {
  const plot = plotOf([point(0, 80), point(1, 2860)])
  expect(plot.ticks.length).toBeLessThanOrEqual(8)
})

test('levels stand among people', () => {
  const entry = { deviation: 60, games: 30, played: 0 }
  const rows = rowsOf({
    entries: [
      { name: 'Anna', rating: 1600, ...entry },
      { name: 'Ben', rating: 1400, ...entry },
    ],
    levels: [
      { level: 12, rating: 1668 },
      { level: 11, rating: 1530 },
    ],
  })
  expect(rows.map((row) => row.name ?? row.level)).toEqual([12, 'Anna', 11, 'Ben'])
})

test('a provisional rating has a question mark', () => {
  expect(ratingText({ rating: 1500, provisional: true, change: 0 })).toBe(' (1500?)')
  expect(ratingText({ rating: 1620, provisional: false, change: 0 })).toBe(' (1620)')
  expect(ratingText(null)).toBe('')
})

test('games are named once, the last played first', () => {
  const rating = {
    rating: 1500,
    deviation: 80,
    provisional: false,
    wins: 1,
    draws: 0,
    losses: 0,
    played: 0,
  }
  const ratings = [
    { game: 'mill:nine', time_class: 'blitz' as const, ...rating },
    { game: 'chess', time_class: 'blitz' as const, ...rating },
    { game: 'mill:nine', time_class: 'rapid' as const, ...rating },
  ]
  expect(gamesOf({ name: 'Anna', created: 0, ratings })).toEqual(['mill:nine', 'chess'])
})
