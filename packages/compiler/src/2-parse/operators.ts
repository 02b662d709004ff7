import type { BinaryNode } from './tree.ts'

/** Operator precedence. A prefix operator binds tighter than `^`, as in Excel (-2^2 is 4). */
export const BINDING: Readonly<Record<BinaryNode['operator'], number>> = {
  '=': 10,
  '<>': 10,
  '<': 10,
  '<=': 10,
  '>': 10,
  '>=': 10,
  '&': 20,
  '+': 30,
  '-': 30,
  '*': 40,
  '/': 40,
  '^': 50,
  ',': 80,
  ' ': 90,
  ':': 100,
}
export const PERCENT_BINDING = 60
export const PREFIX_BINDING = 70
export const POSTFIX_BINDING = 110

/** The operator that starts at a position. */
export function operatorAt(text: string, position: number): BinaryNode['operator'] | '%' | undefined {
  const char = text.charAt(position)
  switch (char) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '^':
    case '&':
    case '=':
    case ':':
    case ',':
    case '%':
      return char
    case '<': {
      const next = text.charAt(position + 1)
      return next === '=' ? '<=' : next === '>' ? '<>' : '<'
    }
    case '>':
      return text.charAt(position + 1) === '=' ? '>=' : '>'
    default:
      return undefined
  }
}
