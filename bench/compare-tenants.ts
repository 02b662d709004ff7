import { setTimeout } from 'node:timers/promises'
import { type Client, createClient } from '@sheetwright/contract/client.ts'
import type { Database } from '@sheetwright/server/platform/db/database.ts'
import { sql } from 'drizzle-orm'
import { type NewPerson, signInNewPerson } from '../packages/server/test/support/sign-in-new-person.ts'
import { startWholeProduct } from './whole-product.ts'

interface Comparison<Size> {
  /** A small tenant and a large one, named as their columns in the report. */
  readonly sizes: Readonly<Record<string, Size>>
  readonly fill: (db: Database, person: NewPerson, size: Size) => Promise<void>
  /** Tables that were filled. Measuring starts once the database has statistics on them. */
  readonly tables: readonly string[]
  readonly questions: Readonly<Record<string, (client: Client) => Promise<unknown>>>
  readonly rounds: number
  /** Upper limits: the ratio, and the longest response in milliseconds. */
  readonly most: { readonly ratio: number; readonly milliseconds?: number }
}

/**
 * Measures queries in a large tenant, as a ratio to a small one of the same installation. Requests to the two
 * alternate.
 */
export async function compareTenants<Size>(comparison: Comparison<Size>): Promise<void> {
  const { sizes, fill, tables, questions, rounds, most } = comparison
  const product = await startWholeProduct()
  const { db, settings } = product.services
  try {
    const clients: Client[] = []
    for (const size of Object.values(sizes)) {
      const person = await signInNewPerson(db, settings.origin, { groups: ['supervisor:pf'] })
      await fill(db, person, size)
      clients.push(createClient({ baseUrl: settings.origin, headers: () => person.headers }))
    }
    await statistics(db, tables)
    const headings = Object.keys(sizes).map((name) => `${name} ms`)
    console.log(`\n| question | ${headings.join(' | ')} | ratio |\n|---|---:|---:|---:|`)
    const found: { readonly ratio: number; readonly milliseconds: number }[] = []
    for (const [name, ask] of Object.entries(questions)) {
      const times: number[][] = clients.map(() => [])
      for (let round = -5; round < rounds; round++) {
        for (const [i, client] of clients.entries()) {
          const millis = await timed(client, ask)
          if (round >= 0) times[i]?.push(millis)
        }
      }
      const [small = Number.NaN, large = Number.NaN] = times.map(median)
      found.push({ ratio: large / small, milliseconds: large })
      console.log(`| ${name} | ${small.toFixed(1)} | ${large.toFixed(1)} | ${(large / small).toFixed(2)} |`)
    }
    const worst = Math.max(...found.map(({ ratio }) => ratio))
    const slowest = Math.max(...found.map(({ milliseconds }) => milliseconds))
    console.log(`\nworst ratio ${worst.toFixed(2)}, allowed ${most.ratio}; slowest ${slowest.toFixed(0)} ms`)
    if (worst > most.ratio || slowest > (most.milliseconds ?? Number.POSITIVE_INFINITY)) process.exitCode = 1
  } finally {
    await product.stop()
  }
}

/** Waits until the database has statistics on its tables. Autovacuum collects them about a minute after many writes. */
async function statistics(db: Database, tables: readonly string[]): Promise<void> {
  const names = sql.join(
    tables.map((name) => sql`${name}`),
    sql`, `,
  )
  for (;;) {
    const { rows } = await db.inSystem((tx) =>
      tx.q.execute<{ missing: number }>(sql`
        SELECT count(*)::int AS missing FROM pg_stat_user_tables
        WHERE relname IN (${names}) AND n_live_tup > 0 AND last_autoanalyze IS NULL AND n_mod_since_analyze > 100`),
    )
    if (rows[0]?.missing === 0) return
    await setTimeout(1000)
  }
}

async function timed(client: Client, ask: (client: Client) => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await ask(client)
  return performance.now() - since
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
