import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino'
import { groupedLines } from './grouped-lines.ts'

export interface LogOptions {
  readonly logLevel: LevelWithSilent
  /** `json` for machines, one line per event; `text` for a person; `auto` is text on a terminal. */
  readonly logFormat: 'auto' | 'json' | 'text'
}

const secretNames = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-synthetic-key',
  'ocp-apim-subscription-key',
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'id_token',
  'access_token',
  'refresh_token',
  'client_secret',
]

/**
 * Paths of possible secrets in logged objects, which are redacted. The paths are explicit because wildcards cost more
 * than the rest of a log line together.
 */
const places = ['', 'headers', 'req.headers', 'request.headers', 'res.headers', 'body', 'query', 'params', 'data']

const secretPaths = places.flatMap((place) =>
  secretNames.map((name) => (/^\w+$/.test(name) ? [place, name].filter(Boolean).join('.') : `${place}["${name}"]`)),
)

/** The structured log of a process. Writes to standard output unless given another destination. */
export function createLog(options: LogOptions, stream?: DestinationStream): Logger {
  const settings = {
    level: options.logLevel,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretPaths, censor: '[cut]' },
  }
  if (stream !== undefined) return pino(settings, stream)
  const text = options.logFormat === 'text' || (options.logFormat === 'auto' && process.stdout.isTTY)
  if (!text) return pino(settings, groupedLines())
  return pino({
    ...settings,
    transport: {
      target: 'pino-pretty',
      options: { ignore: 'pid', translateTime: 'SYS:HH:MM:ss.l', singleLine: true },
    },
  })
}
