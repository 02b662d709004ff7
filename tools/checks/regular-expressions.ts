import { exceptions } from './regular-expressions/exceptions.ts'
import { findExpressions } from './regular-expressions/find-expressions.ts'
import { growthOf } from './regular-expressions/growth.ts'

/**
 * Checks that every regular expression runs in linear time. Exceptions, and expressions built at run time, are in the
 * list of exceptions with the reason why they are harmless.
 */

const problems: string[] = []
const unused = new Set(exceptions.keys())
const growths = new Map<string, ReturnType<typeof growthOf>>()

for (const expression of findExpressions()) {
  const text = expression.kind === 'built' ? expression.text : `/${expression.source}/${expression.flags}`
  const exception = expression.kind === 'built' ? text : `${expression.place.replace(/:\d+$/, '')} ${text}`
  if (exceptions.has(exception)) {
    unused.delete(exception)
    continue
  }
  if (expression.kind === 'built') {
    problems.push(
      `${expression.place}: ${text} is put together: write it out, or add it to the exceptions with a reason`,
    )
    continue
  }
  if (!growths.has(text)) growths.set(text, growthOf(expression.source, expression.flags))
  const growth = growths.get(text)
  if (!growth) continue
  const [some, other] = growth.parts
  problems.push(
    `${expression.place}: ${text} takes ${growth.kind} time: ${some} and ${other} can take the same characters`,
  )
}
for (const exception of unused) problems.push(`${exception} is an exception that nothing needs`)

if (problems.length > 0) {
  process.stdout.write(`${problems.join('\n')}\n`)
  process.exit(1)
}
