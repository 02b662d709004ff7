import { z } from 'zod'

const cellValue = z.union([z.number(), z.string(), z.boolean(), z.null()])

const comparison = z.strictObject({
  input: z.string().min(1).max(250),
  is: z.enum(['equal', 'notEqual', 'greater', 'less', 'filled', 'empty']),
  value: cellValue.optional().describe('What the input is compared with; not for filled and empty'),
})

/** When a field is shown or editable, by the values of other inputs. */
export const condition = z
  .strictObject({ match: z.enum(['all', 'any']), comparisons: z.array(comparison).min(1).max(20) })
  .meta({ id: 'FormCondition' })

export type Condition = z.infer<typeof condition>

type Comparison = z.infer<typeof comparison>

export function holds(asked: Condition | undefined, values: Readonly<Record<string, unknown>>): boolean {
  if (asked === undefined) return true
  const { match, comparisons } = asked
  const isTrue = (one: Comparison) => compares(one, values[one.input] ?? null)
  return match === 'all' ? comparisons.every(isTrue) : comparisons.some(isTrue)
}

function compares({ is, value: other = null }: Comparison, value: unknown): boolean {
  switch (is) {
    case 'equal':
      return isSame(value, other)
    case 'notEqual':
      return !isSame(value, other)
    case 'greater':
      return isOrdered(other, value)
    case 'less':
      return isOrdered(value, other)
    case 'filled':
      return !isBlank(value)
    case 'empty':
      return isBlank(value)
    default:
      return is satisfies never
  }
}

/** Texts compare case-insensitively, as in a workbook. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one.toLowerCase() === other.toLowerCase()
  return one === other || (isBlank(one) && isBlank(other))
}

/** Numbers compare by size, dates and times as text; values of different kinds have no order. */
function isOrdered(smaller: unknown, larger: unknown): boolean {
  if (typeof smaller === 'number' && typeof larger === 'number') return smaller < larger
  return typeof smaller === 'string' && typeof larger === 'string' && smaller < larger
}

function isBlank(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
