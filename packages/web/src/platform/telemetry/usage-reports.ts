import type { Configuration } from '../session/configuration.ts'

/** A usage report. */
interface Visit {
  readonly displayName: string
  /** The product of the page. */
  readonly productName: string | null
  /** Path and hash, never the query, which may hold codes. */
  readonly page: string
}

export interface UsageReports {
  visited(visit: Visit): void
}

/**
 * Reports visited pages to a user-analytics tool; undefined unless the server is configured so. A report is a line of
 * JSON that any collector can take: sent as plain text, without cookies, its answer ignored.
 */
export function createUsageReports(
  { userPilotToken, userAnalyticsUrl }: Pick<Configuration, 'userPilotToken' | 'userAnalyticsUrl'>,
  send: typeof fetch,
): UsageReports | undefined {
  if (userPilotToken === null || userAnalyticsUrl === null) return undefined
  return {
    visited(visit) {
      const report = send(userAnalyticsUrl, {
        method: 'POST',
        mode: 'no-cors',
        credentials: 'omit',
        keepalive: true,
        referrerPolicy: 'no-referrer',
        headers: { 'content-type': 'text/plain;charset=utf-8' },
        body: JSON.stringify({ token: userPilotToken, ...visit }),
      })
      // Failed reports are ignored.
      report.catch(() => undefined)
    },
  }
}
