import { type DestinationStream, type Logger, symbols } from 'pino'
import { isoClock } from './iso-clock.ts'

/** Log fields of an answered call. */
export interface CallLine<Who> {
  /** Contains nothing that needs an escape. */
  readonly correlationId: string
  readonly call: string
  readonly status: number
  readonly millis: number
  readonly who: Who
}

export type WriteCallLine<Who> = (line: CallLine<Who>, level: 'info' | 'debug') => void

/**
 * Logs a line for each call. They look like those of the logger, and are assembled by hand because every request has
 * one: redacting them would cost more than writing them. `fieldsOf` returns the caller's fields; it is called once per
 * object.
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
  // The text between the id and the milliseconds is the same for most consecutive calls.
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

/** Destination of a log, and the fields of each line. */
function insideOf(log: Logger): { readonly stream: DestinationStream; readonly bindings: string } {
  const inside = log as unknown as Readonly<Record<symbol, unknown>>
  return { stream: inside[symbols.streamSym] as DestinationStream, bindings: inside[symbols.chindingsSym] as string }
}
