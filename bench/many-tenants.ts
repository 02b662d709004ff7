import { createClient } from '@sheetwright/contract/client.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { schedules } from '@sheetwright/server/background.ts'
import { signInNewPerson } from '../packages/server/test/support/sign-in-new-person.ts'
import { exponent, median } from './engine/timing.ts'
import { say } from './verdict.ts'
import { startWholeProduct } from './whole-product.ts'

/**
 * Many tenants on one installation: how long one round of every recurring task takes with 10, 100 and 1,000 tenants
 * that have a product each. A round has to end before the next one is due, and may grow no faster than the tenants.
 */
const sizes = [10, 100, Number(process.env['BENCH_TENANTS'] ?? 1000)] as const
const rounds = 5
const mostExponent = 1.15

const product = await startWholeProduct()
const { services, stopping } = product
const { db, settings } = services
try {
  const found = schedules.map((schedule) => ({ schedule, times: [] as [number, number][] }))
  let tenants = 1
  for (const size of sizes) {
    for (; tenants < size; tenants++) await addTenant(tenants)
    for (const { schedule, times } of found) {
      const taken: number[] = []
      // The first round warms up.
      for (let round = 0; round <= rounds; round++) {
        const since = performance.now()
        await schedule.run(services, stopping)
        if (round > 0) taken.push(performance.now() - since)
      }
      times.push([size, median(taken)])
    }
  }
  console.log(`\n| task | every | ${sizes.map((size) => `${size} tenants, ms`).join(' | ')} |`)
  console.log(`|---|---:|${sizes.map(() => '---:|').join('')}`)
  for (const { schedule, times } of found) {
    console.log(
      `| ${schedule.name} | ${schedule.everySeconds} s | ${times.map(([, ms]) => ms.toFixed(1)).join(' | ')} |`,
    )
  }
  const all = sizes.map((size, n): [number, number] => [
    size,
    found.reduce((sum, { times }) => sum + (times[n]?.[1] ?? Number.NaN), 0),
  ])
  console.log(`| all | | ${all.map(([, ms]) => ms.toFixed(1)).join(' | ')} |\n`)
  const growth = exponent(all)
  const late = found.filter(({ schedule, times }) => (times.at(-1)?.[1] ?? 0) > schedule.everySeconds * 1000)
  const names = late.map(({ schedule }) => schedule.name).join(', ')
  const verdicts = [
    say(
      `one round of all tasks grows with the tenants to the power of ${growth.toFixed(2)}, at most ${mostExponent}`,
      growth <= mostExponent,
    ),
    say(
      `tasks that take longer than their interval with ${sizes.at(-1)} tenants: ${names || 'none'}`,
      late.length === 0,
    ),
  ]
  process.exitCode = verdicts.every(Boolean) ? 0 : 1
} finally {
  await product.stop()
}

async function addTenant(n: number): Promise<void> {
  const person = await signInNewPerson(db, settings.origin, { groups: ['supervisor:pf'] })
  const client = createClient({ baseUrl: settings.origin, headers: () => person.headers })
  await client.call(createProduct, { body: { Name: `Product ${n}` } })
}
