import { type DestinationStream, type Logger, symbols } from 'pino'
import { isoClock } from './iso-clock.ts'

/** What the log says of a call that was answered. */
export interface CallLine<Who> {
  /** Nothing in it needs an escape. */
  readonly correlationId: string
  readonly call: string
  readonly status: number
  readonly millis: number
  readonly who: Who
}

export type WriteCallLine<Who> = (line: CallLine<Who>, level: 'info' | 'debug') => void

/**
 * Writes a line for each call into a log. They look like those that the log makes, and are put together by hand because
 * there is one for every request: looking through them for secrets would cost more than writing them. `fieldsOf` says who
 * called; it is asked once for each object.
 */
export function callLines<Who extends object>(
  log: Logger,
  fieldsOf: (who: Who) => Readonly<Record<string, string>>,
): WriteCallLine<Who> {
  const { stream, bindings } = insideOf(log)
  const { values } = log.levels
  const timeText = isoClock()
  const ends = new WeakMap<Who, string>()
  const endOf = (who: Who): string => {
    const known = ends.get(who)
    if (known !== undefined) return known
    const fields = Object.entries(fieldsOf(who)).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`)
    const text = `${fields.join('')},"msg":"call"}\n`
    ends.set(who, text)
    return text
  }
  const before = `"${bindings},"correlationId":"`
  // What lies between the id and the milliseconds is the same for most calls that follow each other.
  let last = { call: '', status: 0, text: '' }
  return ({ correlationId, call, status, millis, who }, level) => {
    if (!log.isLevelEnabled(level)) return
    if (last.call !== call || last.status !== status) {
      last = { call, status, text: `","call":"${call}","status":${status},"millis":` }
    }
    const head = `{"level":${values[level]},"time":"${timeText(Date.now())}`
    stream.write(head + before + correlationId + last.text + millis + endOf(who))
  }
}

/** Where a log writes to, and what it writes into each line. */
function insideOf(log: Logger): { readonly stream: DestinationStream; readonly bindings: string } {
  const inside = log as unknown as Readonly<Record<symbol, unknown>>
  return { stream: inside[symbols.streamSym] as DestinationStream, bindings: inside[symbols.chindingsSym] as string }
}
