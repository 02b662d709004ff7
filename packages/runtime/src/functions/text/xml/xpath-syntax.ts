/** A parsed XPath expression. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly kind: 'negate'; readonly operand: Expression }
  | { readonly kind: 'path'; readonly start: Expression | 'root' | 'context'; readonly steps: readonly Step[] }

export type BinaryOperator = 'or' | 'and' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | 'div' | 'mod' | '|'

export interface Step {
  readonly axis: Axis
  /** `*`, a name, or a kind of node such as `text()`. */
  readonly test: string
  readonly predicates: readonly Expression[]
}

export const AXES = [
  'child',
  'descendant',
  'descendant-or-self',
  'parent',
  'ancestor',
  'ancestor-or-self',
  'self',
  'attribute',
  'following-sibling',
  'preceding-sibling',
] as const

export type Axis = (typeof AXES)[number]

/** Thrown for an expression that cannot be parsed or computed; FILTERXML returns #VALUE!. */
export class XPathError extends Error {}
