import type { Configuration } from '../session/configuration.ts'

/** What is told about the use of the product. */
interface Visit {
  readonly displayName: string
  /** Of the product that the page belongs to. */
  readonly productName: string | null
  /** Path and hash, never the query: codes may stand there. */
  readonly page: string
}

export interface UsageReports {
  visited(visit: Visit): void
}

/**
 * Tells a user-analytics tool which pages are used; undefined unless the server is configured to. A report is a line of JSON
 * that any collector can take: sent as plain text, without cookies, its answer not looked at.
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
      // Work goes on where the tool cannot be reached.
      report.catch(() => undefined)
    },
  }
}
