import type { Text } from '../../platform/messages/use-text.ts'
import { exactText, isBlock, valueText } from '../../ui/value-text.ts'

/** A value in a list of cases; of a block only its size. */
export function listedText(text: Text, value: unknown): string {
  return isBlock(value) ? text('Port.rows', { count: value.length }) : valueText(value, undefined)
}

/** What was expected instead of a value. Blocks of the same size differ in their values, which a list does not show. */
export function listedExpectation(text: Text, value: unknown, expected: unknown): string {
  const isSameSize = isBlock(value) && isBlock(expected) && value.length === expected.length
  return isSameSize ? '' : listedText(text, expected)
}

/** The value in full precision, on hover. */
export function hoverText(value: unknown): string | undefined {
  return isBlock(value) ? undefined : exactText(value)
}
