import type { Logger } from 'pino'

/** Reports unexpected failures, in addition to the log. */
export interface ErrorReports {
  report(error: unknown, context: { readonly correlationId: string; readonly callId: string }): void
  /** Sends pending reports; gives up after a moment so that it cannot delay a shutdown. */
  close(): Promise<void>
}

export interface ErrorReportOptions {
  readonly dsn: string | undefined
  readonly environment: string | undefined
  readonly release: string
}

const silent: ErrorReports = { report: () => undefined, close: () => Promise.resolve() }

/**
 * Reports to Sentry if a DSN is configured, else nowhere. The package is an optional dependency and loaded only then.
 * No personal data leaves the process: no headers, cookies, bodies, query strings, addresses or user names.
 */
export async function openErrorReports(options: ErrorReportOptions, log: Logger): Promise<ErrorReports> {
  if (options.dsn === undefined) return silent
  const sentry = await import('@sentry/node').catch((error: unknown) => {
    log.error({ err: error }, 'Error reporting is configured, but the package @sentry/node is not installed')
    return undefined
  })
  if (sentry === undefined) return silent
  sentry.init({
    dsn: options.dsn,
    environment: options.environment ?? 'production',
    release: `sheetwright@${options.release}`,
    tracesSampleRate: 1,
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
      databaseQueryData: false,
      queues: false,
      stackFrameVariables: false,
    },
    beforeSend: (event) => withoutPersonalData(event),
    beforeSendTransaction: (event) => withoutPersonalData(event),
    beforeBreadcrumb: () => null,
  })
  return {
    report(error, { correlationId, callId }) {
      sentry.captureException(error, { tags: { correlationId, callId } })
    },
    async close() {
      await sentry.close(2_000)
    },
  }
}

/** The parts of a report that can identify people or contain their data. */
interface Reported {
  user?: unknown
  request?: { method?: string | undefined }
  server_name?: string | undefined
}

function withoutPersonalData<E extends object>(event: E & Reported): E {
  const { user: _user, request, server_name: _host, ...rest } = event
  const kept = request?.method === undefined ? {} : { request: { method: request.method } }
  return { ...rest, ...kept } as E
}
