import type { ErrorEvent, Event } from '@sentry/browser'
import type { Configuration } from '../session/configuration.ts'

/** Where unexpected failures are reported, beside the browser's console. */
export interface ErrorReports {
  readonly report: (error: unknown) => void
}

/** Errors that a page cannot prevent, and false alarms of browsers. */
const ignored: readonly (string | RegExp)[] = [
  'ResizeObserver loop completed with undelivered notifications',
  'ResizeObserver loop limit exceeded',
  /^AbortError/,
  /Failed to fetch/,
  /NetworkError when attempting to fetch/,
  /Load failed/,
  /NETWORK_(ERROR|CANCELLED|TIMEOUT)/,
  /TOKEN_EXPIRED|UNAUTHORIZED_ACCESS/,
]

const silent: ErrorReports = { report: () => undefined }

/**
 * Reports to Sentry if the server is configured so, else nowhere: then its code is not even loaded. No personal data
 * leaves the browser: no names, cookies, headers or bodies, and of addresses only the path.
 */
export async function openErrorReports({
  sentryDsn,
  sentryEnvironment,
  version,
}: Pick<Configuration, 'sentryDsn' | 'sentryEnvironment' | 'version'>): Promise<ErrorReports> {
  if (sentryDsn === null) return silent
  const sentry = await import('./sentry.ts')
  sentry.init({
    dsn: sentryDsn,
    environment: sentryEnvironment ?? 'production',
    release: `sheetwright@${version}`,
    tracesSampleRate: 1,
    ignoreErrors: [...ignored],
    // Tracing headers are for services that share a trace; the server makes its own.
    tracePropagationTargets: [],
    integrations: [sentry.browserTracingIntegration()],
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
    beforeSend: (event) => withoutPersonalData(event),
    beforeSendTransaction: (event) => withoutPersonalData(event),
    beforeBreadcrumb: () => null,
  })
  return {
    report: (error) => void sentry.captureException(error),
  }
}

function withoutPersonalData<E extends ErrorEvent | Event>(event: E): E {
  const { user: _user, request, ...rest } = event
  return { ...rest, ...(request?.url === undefined ? {} : { request: { url: pathOf(request.url) } }) } as E
}

/** Removes the query and fragment, which may hold a sign-in or link code. */
function pathOf(address: string): string {
  return address.split(/[?#]/)[0] ?? ''
}
