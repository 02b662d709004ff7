import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { casesOf } from '../testbed/cases.ts'
import { premium } from '../workbooks/premium.ts'

export const policyModel = premium()
export const policyInputs = policyModel.inputs.map(({ name }) => name)
export const policyOutputs = Object.keys(policyModel.outputs)

/** In every thousandth policy the first number is invalid, so the policy is rejected. */
export const isBad = (policy: number) => policy % 1_000 === 999

/** Writes policies line by line: a number, and the inputs of the premium engine. */
export async function writeExtract(file: string, policies: number): Promise<void> {
  const stream = createWriteStream(file)
  stream.write(`Policy,${policyInputs.join(',')}\n`)
  const first = policyModel.inputs.find(({ range }) => typeof range[0] === 'number')?.name
  let policy = 0
  for (const record of casesOf({ name: 'premium', model: policyModel, cases: policies })) {
    const values = policyInputs.map((name) => (name === first && isBad(policy) ? 'none' : String(record[name])))
    if (!stream.write(`${policy},${values.join(',')}\n`)) await once(stream, 'drain')
    policy++
  }
  stream.end()
  await once(stream, 'finish')
}
