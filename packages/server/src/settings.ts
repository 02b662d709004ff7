import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { tenantNameProblem } from './platform/identity/tenant-name.ts'
import { StartupError } from './startup-error.ts'

/** A setting: its variable, valid values, default and purpose. */
interface Definition<S extends z.ZodType> {
  readonly variable: string
  readonly schema: S
  /** As written in the variable; undefined if the setting has no default. */
  readonly fallback: string | undefined
  readonly meaning: string
}

function setting<S extends z.ZodType>(variable: string, schema: S, fallback: string, meaning: string): Definition<S> {
  return { variable, schema, fallback, meaning }
}

function optional<S extends z.ZodType>(variable: string, schema: S, meaning: string): Definition<z.ZodOptional<S>> {
  return { variable, schema: schema.optional(), fallback: undefined, meaning }
}

/** Variables are text and the file is JSON, so a number or a flag can be either. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], {
  error: 'must be true or false',
})

const whole = (min: number, max: number) =>
  z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], { error: 'must be a whole number' })
    .pipe(
      z.int({ error: 'must be a whole number' }).min(min, `must be at least ${min}`).max(max, `must be at most ${max}`),
    )

const proxies = z.union([flag.transform(Number), whole(0, 10)], {
  error: 'must be true, false or how many proxies there are',
})

const words = z.string().min(1)

const tenantName = z.string().superRefine((name, context) => {
  const problem = tenantNameProblem(name)
  if (problem !== undefined) context.addIssue(problem)
})

const urlOf = (...protocols: string[]) =>
  z.string().refine((text) => protocols.includes(URL.parse(text)?.protocol.slice(0, -1) ?? ''), {
    error: `must be an address that begins with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
  })

const origin = urlOf('http', 'https')
  .refine((text) => URL.parse(text)?.origin === text.replace(/\/$/, ''), {
    error: 'must be scheme, host and port only, such as https://rates.example.com',
  })
  .transform((text) => text.replace(/\/$/, ''))

const host = z.string().regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an IP address')
const hostList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== ''),
  )
  .pipe(z.array(host))

/** The names on the left are the keys of sheetwright.config.json. */
const definitions = {
  port: setting('SHEETWRIGHT_PORT', whole(1, 65_535), '8080', 'Port of the web server'),
  host: setting(
    'SHEETWRIGHT_HOST',
    host,
    '127.0.0.1',
    'Address the web server listens on; 0.0.0.0 for all of the machine’s addresses',
  ),
  origin: optional(
    'SHEETWRIGHT_ORIGIN',
    origin,
    'Address under which browsers reach the product, when it is not http://HOST:PORT (a proxy, a public name)',
  ),
  trustProxy: setting(
    'SHEETWRIGHT_TRUST_PROXY',
    proxies,
    'false',
    'Take the caller’s address from the X-Forwarded-For header of a proxy in front; a number where there are several in a row',
  ),
  data: setting('SHEETWRIGHT_DATA', words, './data', 'Folder of the embedded database and of the stored files'),
  databaseUrl: optional(
    'DATABASE_URL',
    urlOf('postgres', 'postgresql'),
    'PostgreSQL 15 or newer, as the role that owns the tables; without it the embedded database is used',
  ),
  appDatabaseUrl: optional(
    'SHEETWRIGHT_APP_DATABASE_URL',
    urlOf('postgres', 'postgresql'),
    'The same database as the role the server works as, where the owner may not create that role itself',
  ),
  databaseConnections: setting(
    'SHEETWRIGHT_DATABASE_CONNECTIONS',
    whole(2, 1000),
    '20',
    'Most database connections that one process opens',
  ),
  databaseStatementSeconds: setting(
    'SHEETWRIGHT_DATABASE_STATEMENT_SECONDS',
    whole(1, 86_400),
    '60',
    'How long one statement may take before the database ends it; migrations, backup and restore take as long as they need',
  ),
  databaseIdleSeconds: setting(
    'SHEETWRIGHT_DATABASE_IDLE_SECONDS',
    whole(1, 86_400),
    '120',
    'How long an open transaction may wait for its next statement before the database ends it and frees its locks',
  ),
  files: optional(
    'SHEETWRIGHT_FILES',
    urlOf('s3'),
    'Where file contents are kept: s3://bucket/prefix?region=…&endpoint=…; without it the folder `files` in the data folder',
  ),
  defaultTenant: setting(
    'SHEETWRIGHT_DEFAULT_TENANT',
    tenantName,
    'demo',
    'Tenant of visitors who name none; created at the first start',
  ),
  demo: setting('SHEETWRIGHT_DEMO', flag, 'true', 'Fill the first tenant with products to try, at the first start'),
  skipLogin: setting(
    'SHEETWRIGHT_SKIP_LOGIN',
    flag,
    'false',
    'Everyone is administrator without signing in; only when the server listens on a loopback address',
  ),
  idleMinutes: setting(
    'SHEETWRIGHT_IDLE_MINUTES',
    whole(1, 1440),
    '15',
    'Minutes without activity after which the web application signs people out',
  ),
  sessionMinutes: setting(
    'SHEETWRIGHT_SESSION_MINUTES',
    whole(1, 1440),
    '60',
    'Minutes after which a session that made no request can no longer be continued',
  ),
  sessionHours: setting(
    'SHEETWRIGHT_SESSION_HOURS',
    whole(1, 720),
    '12',
    'Hours after which people have to sign in again, however active they are',
  ),
  tokenSeconds: setting(
    'SHEETWRIGHT_TOKEN_SECONDS',
    whole(5, 3600),
    '900',
    'Life of an identity token; the web application renews it by itself',
  ),
  issuers: optional(
    'SHEETWRIGHT_ISSUERS',
    words,
    'JSON file with the OpenID providers that may sign people in, instead of the built-in one',
  ),
  usersManagementUrl: optional(
    'SHEETWRIGHT_USERS_MANAGEMENT_URL',
    urlOf('http', 'https'),
    'Page where the users of an outside OpenID provider are managed',
  ),
  reportSupportUrl: optional(
    'SHEETWRIGHT_SUPPORT_URL',
    urlOf('http', 'https', 'mailto'),
    'Where the support entry of the menu leads',
  ),
  userGuideUrl: optional(
    'SHEETWRIGHT_USER_GUIDE_URL',
    urlOf('http', 'https'),
    'Where the user guide entry of the menu leads, instead of the guide in the product',
  ),
  gatewayApiVersion: optional(
    'SHEETWRIGHT_GATEWAY_API_VERSION',
    words,
    'Value of the apiVersion header that callers must send, when an API gateway asks for it',
  ),
  gatewaySubscriptionKey: optional(
    'SHEETWRIGHT_GATEWAY_SUBSCRIPTION_KEY',
    words,
    'Value of the ocp-apim-subscription-key header that callers must send',
  ),
  userPilotToken: optional('SHEETWRIGHT_USERPILOT_TOKEN', words, 'Switches on usage analytics with this token'),
  userAnalyticsUrl: optional(
    'SHEETWRIGHT_USER_ANALYTICS_URL',
    urlOf('https', 'http'),
    'Where browsers send usage analytics (display name, product name, page) as JSON; nothing is sent without a token',
  ),
  smtp: optional(
    'SHEETWRIGHT_SMTP',
    urlOf('smtp', 'smtps'),
    'Mail server, such as smtp://user:password@mail.example.com:587; without it mail goes to the outbox',
  ),
  mailFrom: optional('SHEETWRIGHT_MAIL_FROM', z.email('must be a mail address'), 'Sender of the mails'),
  maxUploadMegabytes: setting('SHEETWRIGHT_MAX_UPLOAD_MB', whole(1, 4096), '200', 'Largest file that may be uploaded'),
  libreOffice: setting(
    'SHEETWRIGHT_LIBREOFFICE',
    words,
    'auto',
    'Executable of LibreOffice, which computes engines of type Type3 and shows office documents as PDF; auto searches for soffice, off does without',
  ),
  libreOfficeProcesses: setting(
    'SHEETWRIGHT_LIBREOFFICE_PROCESSES',
    whole(1, 64),
    '2',
    'Workbooks of engines of type Type3 that one process keeps open at the same time, each in a LibreOffice of its own',
  ),
  requestsPerMinute: setting(
    'SHEETWRIGHT_REQUESTS_PER_MINUTE',
    whole(1, 1_000_000),
    '1200',
    'Requests that one caller may make in a minute to one process; executions have an allowance of their own',
  ),
  executionsPerMinute: setting(
    'SHEETWRIGHT_EXECUTIONS_PER_MINUTE',
    whole(1, 10_000_000),
    '60000',
    'Executions of engines that one caller may ask for in a minute of one process',
  ),
  jobConcurrency: setting(
    'SHEETWRIGHT_JOB_CONCURRENCY',
    whole(1, 100),
    '4',
    'Background jobs that one process runs at the same time; the last slots are kept for tenants and kinds of work that run nothing yet',
  ),
  calculationSeconds: setting(
    'SHEETWRIGHT_CALCULATION_SECONDS',
    whole(1, 3600),
    '55',
    'How long one calculation may take before it is stopped',
  ),
  calculationMegabytes: setting(
    'SHEETWRIGHT_CALCULATION_MB',
    whole(64, 65_536),
    '512',
    'Memory that one calculation may use before it is stopped',
  ),
  calculationThreads: setting(
    'SHEETWRIGHT_CALCULATION_THREADS',
    whole(1, 256),
    '4',
    'Calculations that one process runs at the same time; very short ones are not counted',
  ),
  engineCacheMegabytes: setting(
    'SHEETWRIGHT_ENGINE_CACHE_MB',
    whole(1, 65_536),
    '256',
    'Memory for engines that one process keeps loaded; above it, the one that was called longest ago is dropped and loaded again when it is called',
  ),
  connectorHosts: setting(
    'SHEETWRIGHT_CONNECTOR_HOSTS',
    hostList,
    '',
    'Hosts, separated by commas, that engines of the type connector (Type4) may forward to; without any they are switched off',
  ),
  webhookHosts: setting(
    'SHEETWRIGHT_WEBHOOK_HOSTS',
    hostList,
    '',
    'Hosts, separated by commas, that webhooks may tell what happens; without any nothing is sent. An internal one only as an address',
  ),
  promotionHosts: setting(
    'SHEETWRIGHT_PROMOTION_HOSTS',
    hostList,
    '',
    'Hosts, separated by commas, of other installations that versions may be promoted to from the page; without any it is not offered. An internal one only as an address',
  ),
  corsOrigins: setting(
    'SHEETWRIGHT_CORS_ORIGINS',
    z
      .string()
      .transform((text) =>
        text
          .split(',')
          .map((one) => one.trim().toLowerCase())
          .filter((one) => one !== ''),
      )
      .pipe(
        z.array(
          z
            .string()
            .refine((text) => URL.parse(text)?.origin === text, 'must be origins such as https://app.example.com'),
        ),
      ),
    '',
    'Origins, separated by commas, whose pages may make calls from a browser, such as https://app.example.com',
  ),
  buildSeconds: setting(
    'SHEETWRIGHT_BUILD_SECONDS',
    whole(5, 3600),
    '300',
    'How long reading, compiling and proving an uploaded workbook may take',
  ),
  buildMegabytes: setting(
    'SHEETWRIGHT_BUILD_MB',
    whole(128, 65_536),
    '1536',
    'Memory that reading, compiling and proving an uploaded workbook may use',
  ),
  drainSeconds: setting(
    'SHEETWRIGHT_DRAIN_SECONDS',
    whole(0, 600),
    '20',
    'How long a stopping process lets running requests and jobs finish',
  ),
  logLevel: setting(
    'SHEETWRIGHT_LOG_LEVEL',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'Least severe log lines that are written',
  ),
  logFormat: setting(
    'SHEETWRIGHT_LOG_FORMAT',
    z.enum(['auto', 'json', 'text']),
    'auto',
    'Log lines as JSON or as readable text; auto is text on a terminal and JSON elsewhere',
  ),
  metricsToken: optional(
    'SHEETWRIGHT_METRICS_TOKEN',
    words,
    'Lets Prometheus read /metrics from other machines with this bearer token; without it only the machine itself can',
  ),
  sentryDsn: optional('SENTRY_DSN', urlOf('https', 'http'), 'Reports unexpected errors to this Sentry project'),
  sentryEnvironment: setting('SENTRY_ENVIRONMENT', words, 'production', 'Environment name in those reports'),
} as const satisfies Record<string, Definition<z.ZodType>>

type SettingName = keyof typeof definitions
type Values = { readonly [K in SettingName]: z.output<(typeof definitions)[K]['schema']> }

export interface Settings extends Omit<Values, 'origin'> {
  /** Always set after loading: the configured one, or built from host and port. */
  readonly origin: string
}

/**
 * Settings from the environment, then from the file, then their defaults. Throws a StartupError that lists all
 * problems, so that nobody fixes them one start at a time.
 */
export function loadSettings(
  environment: Readonly<Record<string, string | undefined>>,
  file: Readonly<Record<string, unknown>> = {},
): Settings {
  const problems: string[] = []
  const values: Record<string, unknown> = {}

  for (const key of Object.keys(file)) {
    if (!(key in definitions)) problems.push(`sheetwright.config.json: there is no setting "${key}"`)
  }
  for (const name of Object.keys(environment)) {
    if (name.startsWith('SHEETWRIGHT_') && !knownVariables.has(name)) problems.push(`${name}: there is no such setting`)
  }
  for (const [key, { variable, schema, fallback }] of Object.entries(definitions)) {
    const fromEnvironment = environment[variable] || undefined
    const given = fromEnvironment ?? file[key] ?? fallback
    const result = schema.safeParse(given)
    if (result.success) {
      values[key] = result.data
      continue
    }
    const source = fromEnvironment === undefined ? `sheetwright.config.json: "${key}"` : variable
    problems.push(`${source} ${result.error.issues[0]?.message ?? 'is not allowed'}`)
  }
  // Rules between settings only make sense once each is valid.
  if (problems.length === 0) problems.push(...contradictions(values as Values))
  if (problems.length > 0) throw new StartupError(describe(problems))
  return withDerived(values as Values)
}

/** Including those read by the start-up and the tests, so that they do not count as misspelt. */
const knownVariables: ReadonlySet<string> = new Set([
  ...Object.values(definitions).map(({ variable }) => variable),
  'SHEETWRIGHT_CONFIG',
  'SHEETWRIGHT_CHROMIUM',
  'SHEETWRIGHT_SCREENSHOTS',
])

function contradictions(values: Values): string[] {
  const problems: string[] = []
  if (values.skipLogin && !isLoopback(values.host)) {
    problems.push(
      `SHEETWRIGHT_SKIP_LOGIN is only allowed on a loopback address, and SHEETWRIGHT_HOST is ${values.host}`,
    )
  }
  if (values.skipLogin && (values.trustProxy || !isLoopback(URL.parse(values.origin ?? '')?.hostname ?? 'localhost'))) {
    problems.push('SHEETWRIGHT_SKIP_LOGIN is not allowed behind a proxy (SHEETWRIGHT_TRUST_PROXY, SHEETWRIGHT_ORIGIN)')
  }
  if (values.appDatabaseUrl !== undefined && values.databaseUrl === undefined) {
    problems.push('SHEETWRIGHT_APP_DATABASE_URL needs DATABASE_URL as well')
  }
  if (values.databaseUrl === undefined && values.databaseConnections > 80) {
    problems.push('SHEETWRIGHT_DATABASE_CONNECTIONS must be at most 80 with the embedded database')
  }
  if (values.userPilotToken !== undefined && values.userAnalyticsUrl === undefined) {
    problems.push('SHEETWRIGHT_USERPILOT_TOKEN needs SHEETWRIGHT_USER_ANALYTICS_URL as well')
  }
  if (values.smtp !== undefined && values.mailFrom === undefined) {
    problems.push('SHEETWRIGHT_SMTP needs SHEETWRIGHT_MAIL_FROM as well')
  }
  return problems
}

function describe(problems: readonly string[]): string {
  if (problems.length === 1) return `Settings: ${problems[0]}`
  return ['Settings: these must be corrected:', ...problems.map((problem) => `  - ${problem}`)].join('\n')
}

function withDerived(values: Values): Settings {
  return {
    ...values,
    data: resolve(values.data),
    origin: values.origin ?? `http://${urlHost(values.host)}:${values.port}`,
  }
}

/** A server on all addresses is localhost on its own machine. */
function urlHost(address: string): string {
  if (address === '0.0.0.0' || address === '::') return 'localhost'
  return isIP(address) === 6 ? `[${address}]` : address
}

export function isLoopback(address: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(address) || (isIP(address) === 4 && address.startsWith('127.'))
}

/** The settings as a Markdown table, for README.md and the command line. */
export function settingsTable(): string {
  const rows = Object.entries(definitions).map(
    ([key, { variable, fallback, meaning }]) =>
      `| \`${variable}\` | \`${key}\` | ${fallback ? `\`${fallback}\`` : ''} | ${meaning} |`,
  )
  return ['| variable | in sheetwright.config.json | default | meaning |', '|---|---|---|---|', ...rows].join('\n')
}
