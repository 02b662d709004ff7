import { type DestinationStream, destination, type LevelWithSilent, type Logger, pino } from 'pino'

export interface LogOptions {
  readonly logLevel: LevelWithSilent
  /** `json` for machines, one line an event; `text` for a person; `auto` is text on a terminal. */
  readonly logFormat: 'auto' | 'json' | 'text'
}

/** Where secrets can stand in what is logged; they are cut out however they got there. */
const secretPaths = [
  'authorization',
  'cookie',
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'id_token',
  'access_token',
  'refresh_token',
  'client_secret',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

const secretHeaders = ['set-cookie', 'x-synthetic-key', 'ocp-apim-subscription-key'].flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.*["${name}"]`,
])

/** The structured log of a process. Writes to standard output unless given another destination. */
export function createLog(options: LogOptions, stream?: DestinationStream): Logger {
  const settings = {
    level: options.logLevel,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...secretPaths, ...secretHeaders], censor: '[cut]' },
  }
  if (stream !== undefined) return pino(settings, stream)
  const text = options.logFormat === 'text' || (options.logFormat === 'auto' && process.stdout.isTTY)
  if (!text) return pino(settings, destination({ dest: 1, sync: false, minLength: 0 }))
  return pino({
    ...settings,
    transport: {
      target: 'pino-pretty',
      options: { ignore: 'pid', translateTime: 'SYS:HH:MM:ss.l', singleLine: true },
    },
  })
}
