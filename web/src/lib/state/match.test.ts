// The score of a match as players write it.
import { expect, test } from 'vitest'
import { matchText } from './match'

test('the score begins with the points of the side that reads it', () => {
  expect(matchText({ white: 2, black: 1 }, 'white')).toBe('2 : 1')
  expect(matchText({ white: 2, black: 1 }, 'black')).toBe('1 : 2')
})

test('half points are written as fractions', () => {
  expect(matchText({ white: 1.5, black: 0.5 }, 'white')).toBe('1½ : ½')
})

test('one game is no match', () => {
  expect(matchText({ white: 0, black: 1 }, 'white')).toBe('')
})
