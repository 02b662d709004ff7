import { z } from 'zod'

/** Maximum names in a path, and rules in a mapping. */
const deepest = 20
const mostRules = 2000

/** `$.policy.drivers[0].age`, `policy["insured person"]`, `drivers[*].age`; `$` is the whole document. */
const step = /\.?([^.[\]"]+)|\[(\d{1,6}|\*)\]|\["([^"]+)"\]/y

export type PathStep = string | number

/** Names that would reach the prototype of objects. */
const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** The steps of a path; undefined if it is invalid. */
export function pathSteps(text: string): PathStep[] | undefined {
  const path = text.trim().replace(/^\$\.?/, '')
  const steps: PathStep[] = []
  step.lastIndex = 0
  while (step.lastIndex < path.length) {
    const found = step.exec(path)
    if (found === null || steps.length === deepest) return undefined
    const [, name, index, quoted] = found
    if (index !== undefined) steps.push(index === '*' ? '*' : Number(index))
    else steps.push((name ?? quoted ?? '').trim())
  }
  return steps.some((each) => typeof each === 'string' && (each === '' || forbidden.has(each))) ? undefined : steps
}

const path = z
  .string()
  .max(500)
  .refine((text) => pathSteps(text) !== undefined, 'is not a path such as $.policy.drivers[0].age')

/** The source of one value of the result. */
const mappingRule = z
  .strictObject({
    to: path
      .refine((text) => pathSteps(text)?.includes('*') !== true, 'must not hold [*]')
      .describe('Place in the result'),
    from: path.optional().describe('Place in the source; [*] gives a list'),
    constant: z.unknown().optional().describe('Instead of a place in the source'),
    codes: z
      .record(z.string().max(250), z.unknown())
      .optional()
      .describe(
        'What each value of the source becomes; a value that is not listed is refused unless there is a default',
      ),
    default: z.unknown().optional().describe('Where the source has nothing, or nothing that codes list'),
    required: z.boolean().optional().describe('The source must have it'),
  })
  .refine((rule) => (rule.from === undefined) !== (rule.constant === undefined), 'needs either from or constant')

/** Maps one document to another: paths, constants and code lists. It holds no executable code. */
export const mapping = z.strictObject({ rules: z.array(mappingRule).max(mostRules) }).meta({ id: 'Mapping' })

export type Mapping = z.output<typeof mapping>

export interface MappingProblem {
  readonly field: string
  readonly message: string
}

/** A result may be this many times as large as its source, and have that much anyway: values, and characters of texts. */
const room = { times: 4, anyway: 1_000_000 } as const

/**
 * The mapped document, or all problems that prevented it. Rules can copy a document any number of times, and name any
 * place of a list; what that makes would take the server's time and memory, so the result is bounded.
 */
export function applyMapping(
  { rules }: Mapping,
  source: unknown,
): { readonly result: Record<string, unknown> } | { readonly problems: readonly MappingProblem[] } {
  const result: Record<string, unknown> = {}
  const problems: MappingProblem[] = []
  let left: number = room.anyway + room.times * sizeOf(source, Number.POSITIVE_INFINITY)
  for (const rule of rules) {
    const value = valueOf(rule, source, problems)
    if (value === undefined) continue
    const steps = pathSteps(rule.to) ?? []
    left -= blanksBefore(result, steps) + sizeOf(value, left)
    if (left < 0) {
      problems.push({ field: rule.to, message: 'makes a result that is many times as large as the document' })
      break
    }
    put(result, steps, value)
  }
  return problems.length === 0 ? { result } : { problems }
}

/** How many values and characters something has; stops counting above a limit. */
function sizeOf(value: unknown, most: number): number {
  if (typeof value === 'string') return 1 + value.length
  if (typeof value !== 'object' || value === null) return 1
  let size = 1
  for (const [name, inner] of Object.entries(value)) {
    if (size > most) break
    size += name.length + sizeOf(inner, most - size)
  }
  return size
}

/** How many blanks a value puts before itself in the lists on its way. */
function blanksBefore(target: unknown, steps: readonly PathStep[]): number {
  let place = target
  let blanks = 0
  for (const each of steps) {
    const isKnown = typeof place === 'object' && place !== null
    if (typeof each === 'number') blanks += Math.max(0, each - (isKnown && Array.isArray(place) ? place.length : 0))
    place = isKnown ? (place as Record<string | number, unknown>)[each] : undefined
  }
  return blanks
}

function valueOf(rule: Mapping['rules'][number], source: unknown, problems: MappingProblem[]): unknown {
  const { from, codes, required } = rule
  if (from === undefined) return rule.constant
  const found = read(source, pathSteps(from) ?? [])
  if (found === undefined || found === null) {
    if (rule.default !== undefined) return rule.default
    if (required === true) problems.push({ field: from, message: 'is missing' })
    return undefined
  }
  if (codes === undefined) return found
  const translate = (value: unknown): unknown => {
    const code =
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
    if (Object.hasOwn(codes, code)) return codes[code]
    if (rule.default !== undefined) return rule.default
    problems.push({ field: from, message: `"${code}" is not among the codes` })
    return undefined
  }
  return Array.isArray(found) ? found.map(translate) : translate(found)
}

function read(source: unknown, steps: readonly PathStep[]): unknown {
  let value = source
  for (const [place, each] of steps.entries()) {
    if (value === undefined || value === null) return undefined
    if (each === '*') {
      if (!Array.isArray(value)) return undefined
      return value.map((one: unknown) => read(one, steps.slice(place + 1)))
    }
    if (typeof value !== 'object' || !Object.hasOwn(value, each)) return undefined
    value = (value as Record<string | number, unknown>)[each]
  }
  return value
}

function put(target: Record<string, unknown>, steps: readonly PathStep[], value: unknown): void {
  let place: Record<string | number, unknown> = target
  for (const [i, each] of steps.slice(0, -1).entries()) {
    if (typeof place[each] !== 'object' || place[each] === null)
      place[each] = typeof steps[i + 1] === 'number' ? [] : {}
    place = place[each] as Record<string | number, unknown>
  }
  const last = steps.at(-1)
  if (last !== undefined) place[last] = value
}
