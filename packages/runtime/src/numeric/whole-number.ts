/** So little below a whole number counts as that number. */
const NEAR = 2 ** -22

/**
 * The whole number that Excel takes where it needs a number of characters, a place in a text or a part of a date: the
 * one below, or the next one if it is less than 2^-22 away, as after 0.29*100.
 */
export function wholeNumber(x: number): number {
  return Math.floor(x + NEAR)
}
