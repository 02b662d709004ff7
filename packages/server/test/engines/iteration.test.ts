import { ApiError } from '@sheetwright/contract/api-error.ts'
import { getParity } from '@sheetwright/contract/engines/get-parity.ts'
import { getUpload } from '@sheetwright/contract/engines/get-upload.ts'
import { iterateVersion } from '@sheetwright/contract/engines/iterate-version.ts'
import type { Iteration } from '@sheetwright/contract/engines/iteration.ts'
import { publishEngine } from '@sheetwright/contract/engines/publish-engine.ts'
import { recompileService } from '@sheetwright/contract/engines/recompile-service.ts'
import { updateEngine } from '@sheetwright/contract/engines/update-engine.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { getCells } from '@sheetwright/contract/look-inside/get-cells.ts'
import { describe, expect, it } from 'vitest'
import type { WorkbookSpec } from '../../demo/workbook-file.ts'
import { waitForJob } from '../../src/platform/jobs/wait-for-job.ts'
import { codeOf } from './code-of.ts'
import { type Author, newAuthor, upload, useEngineServer } from './engine-server.ts'

const server = useEngineServer()

/** Interest on the average balance is circular: interest needs the closing balance, which needs the interest. */
function buyOut({ interest, closing }: { readonly interest: number; readonly closing: number }): WorkbookSpec {
  return {
    application: 'Microsoft Excel',
    sheets: [
      {
        name: 'Debt',
        cells: {
          A1: 'Rate',
          B1: 0.1,
          A2: 'Opening balance',
          B2: 1000,
          A3: 'Repayment',
          B3: 200,
          A4: 'Interest',
          B4: { formula: '=B1*(B2+B5)/2', saved: interest },
          A5: 'Closing balance',
          B5: { formula: '=B2-B3+B4', saved: closing },
          A6: 'Repaid',
          B6: { formula: '=B3/B2', saved: 0.2 },
        },
      },
    ],
    names: [
      { name: 'Xinput_Rate', refersTo: 'Debt!$B$1' },
      { name: 'Xoutput_Closing', refersTo: 'Debt!$B$5' },
      { name: 'Xoutput_Repaid', refersTo: 'Debt!$B$6' },
    ],
  }
}

const settled = buyOut({ interest: 1800 / 19, closing: 17_000 / 19 })
const unsettled = buyOut({ interest: 0, closing: 0 })
/** The closing balance at a rate, once the iteration has converged. */
const closingAt = (rate: number) => (800 + 500 * rate) / (1 - rate / 2)

async function closingOf({ client, product }: Author, rate: number) {
  const { xOutput } = await client.call(executeEngine, {
    params: { product, engine: 'debt' },
    body: { request_data: { inputs: { Rate: rate } } },
  })
  return xOutput['Closing']
}

async function iterated(author: Author, version: string, iteration: Iteration | null) {
  const { client, product } = author
  const asked = { params: { product, engine: 'debt', version }, body: { iteration } }
  const { jobId, originalFileDocumentId } = await client.call(iterateVersion, asked)
  await waitForJob(server().services, { ...author, jobId }, new AbortController().signal)
  const { result } = await client.call(getUpload, { params: { product, upload: originalFileDocumentId } })
  return result
}

const publish = ({ client, product }: Author, version: string) =>
  client.call(publishEngine, {
    params: { product, engine: 'debt' },
    body: {
      version,
      releaseNote: 'Iterates',
      acknowledge: { codes: ['RESULTS_CHANGE', 'PROOF_DIFFERS', 'OUTPUTS_FAIL'], reason: 'Saved before' },
    },
  })

describe('a circular workbook whose file does not ask for iteration', () => {
  it('is iterated where its saved values are a fixed point, and says so', async () => {
    const author = await newAuthor(server())
    const result = await upload(author, settled, { fileName: 'debt.xlsx', data: { publish: true } })
    expect(result).toMatchObject({
      iteration: { count: 100, tolerance: 0.001, source: 'savedValues' },
      parity: { verdict: 'equal', program: { differences: [] } },
    })
    const first = await closingOf(author, 0.2)
    expect(first).toBeCloseTo(closingAt(0.2), 2)
    expect(await closingOf(author, 0.05)).toBeCloseTo(closingAt(0.05), 2)
    // A result does not depend on the previous call.
    expect(await closingOf(author, 0.2)).toBe(first)
  })

  it('names the cycle cell by cell where they are not, and computes it with the setting that its author makes', async () => {
    const author = await newAuthor(server())
    const { client, product } = author
    const first = await upload(author, unsettled, { fileName: 'debt.xlsx' })
    expect(first.iteration).toBeNull()
    expect(
      first.diagnostics.filter(({ code }) => code === 'CIRCULAR_REFERENCE').map(({ cell, data }) => [cell, data]),
    ).toEqual([['Debt!B4', { cells: 'Debt!B4, Debt!B5' }]])

    const second = await iterated(author, '1.0.0', { count: 200, tolerance: 1e-9 })
    expect(second).toMatchObject({ iteration: { count: 200, tolerance: 1e-9, source: 'setting' }, diagnostics: [] })
    const revision = second?.bookSummary.revision ?? ''
    expect(await client.call(getParity, { params: { product, engine: 'debt', version: revision } })).toMatchObject({
      iteration: { count: 200, source: 'setting' },
      parity: { program: { differences: [] } },
    })
    await publish(author, revision)
    const answer = await closingOf(author, 0.2)
    expect(answer).toBeCloseTo(closingAt(0.2), 8)
    await closingOf(author, 0.9)
    expect(await closingOf(author, 0.2)).toBe(answer)
    const shown = await client.call(getCells, {
      params: { product, engine: 'debt', version: revision },
      body: { sheet: 'Debt', range: 'B5', run: { inputs: { Rate: 0.2 } } },
    })
    expect(shown.cells[0]?.value).toBe(answer)

    // The setting survives recompilation and the next workbook.
    const { response_data } = await client.call(recompileService, {
      params: { tenant: author.tenantName, folder: product, service: 'debt' },
      body: {},
    })
    await waitForJob(server().services, { ...author, jobId: response_data.jobId }, new AbortController().signal)
    expect(await closingOf(author, 0.2)).toBe(answer)
    const third = await upload(author, buyOut({ interest: 1, closing: 2 }), { fileName: 'debt.xlsx' })
    expect(third.iteration).toEqual({ count: 200, tolerance: 1e-9, source: 'setting' })
    expect((await iterated(author, third.bookSummary.revision, null))?.iteration).toBeNull()
  })

  it('takes the setting with the upload, and refuses one that Excel has not', async () => {
    const author = await newAuthor(server())
    const { client, product } = author
    const data = { iteration: { count: 1, tolerance: 0 }, publish: true }
    const result = await upload(author, settled, { fileName: 'debt.xlsx', data })
    expect(result.iteration).toEqual({ count: 1, tolerance: 0, source: 'setting' })
    // One iteration from the saved balance: 0.2 * (1000 + 894.74) / 2, and the balance after it.
    expect(await closingOf(author, 0.2)).toBeCloseTo(800 + (0.2 * (1000 + 17_000 / 19)) / 2, 9)
    const params = { product, engine: 'debt', version: '1.0.0' }
    for (const iteration of [
      { count: 0, tolerance: 0.001 },
      { count: 32_768, tolerance: 0.001 },
      { count: 1.5, tolerance: 0.001 },
      { count: 100, tolerance: -1 },
    ]) {
      expect(await codeOf(client.call(iterateVersion, { params, body: { iteration } }))).toBe('INVALID_INPUT')
    }
    const bare = { ...unsettled, names: unsettled.names?.filter(({ name }) => name !== 'Xoutput_Repaid') }
    const refused = await upload(author, bare, { fileName: 'bare.xlsx' }).catch((reason: unknown) => reason)
    expect(refused instanceof ApiError && refused.fieldErrors.map(({ field }) => field)).toEqual([
      'Xoutput_Closing',
      'CIRCULAR_REFERENCE',
    ])
    await client.call(updateEngine, {
      params: { product, engine: 'debt' },
      body: { engineType: 'Type4', connectorUrl: 'https://models.example.test/run' },
    })
    expect(
      await codeOf(client.call(iterateVersion, { params, body: { iteration: { count: 100, tolerance: 0.001 } } })),
    ).toBe('INVALID_INPUT')
    const nowhere = { ...params, version: '9.0.0' }
    expect(await codeOf(client.call(iterateVersion, { params: nowhere, body: { iteration: null } }))).toBe(
      'ENGINE_VERSION_NOT_FOUND',
    )
  })
})
