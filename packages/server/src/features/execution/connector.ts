import type { EngineInputs, Message } from '@sheetwright/runtime/engine/call.ts'
import { z } from 'zod'
import { CallError } from '../../platform/http/call-error.ts'
import { receivedJson } from '../../platform/http/received-json.ts'
import { OutsideFailure, postOutside } from '../../platform/net/post-outside.ts'
import { isRecord, malformedRecord, type RecordOptions, type RecordResult } from './run-records.ts'

/** The fields of the answer that are used; other fields are ignored. */
const connectorAnswer = z.object({
  status: z.string().nullish(),
  response_data: z.object({
    outputs: z.record(z.string(), z.json()).nullish(),
    warnings: z.array(z.looseObject({ key: z.string().optional(), message: z.string() })).nullish(),
    errors: z
      .array(
        z.looseObject({
          message: z.string(),
          additional_details: z.string().nullish(),
          source_path: z.string().nullish(),
        }),
      )
      .nullish(),
  }),
})

export interface ConnectorSettings {
  readonly hosts: readonly string[]
  readonly seconds: number
}

const maxBytes = 64 * 1024 * 1024

interface ConnectorOrder {
  readonly records: readonly EngineInputs[]
  readonly options: RecordOptions
  readonly transactionDate?: string | null | undefined
}

/**
 * Computes records on the server that a tenant configured, with our request format and the answer format of v3. All
 * records share the time limit of one calculation. In a batch, a failing record does not affect the others.
 */
export async function runConnector(
  settings: ConnectorSettings,
  url: string | null,
  order: ConnectorOrder,
): Promise<RecordResult[]> {
  if (settings.hosts.length === 0 || url === null) {
    throw new CallError('ENGINE_TYPE_NOT_AVAILABLE', 'Connectors are switched off on this installation')
  }
  const until = performance.now() + settings.seconds * 1000
  const results: RecordResult[] = []
  for (const inputs of order.records) {
    if (!isRecord(inputs)) {
      results.push(malformedRecord)
      continue
    }
    const from = performance.now()
    const result = await ask({ hosts: settings.hosts, url, millis: until - from }, inputs, order).catch(
      (error: unknown) => {
        if (order.records.length === 1 || !(error instanceof CallError)) throw error
        return { outputs: {}, warnings: [], errors: [{ key: '', message: error.message }] }
      },
    )
    results.push({ ...result, solves: [], micros: Math.round((performance.now() - from) * 1000) })
  }
  return results
}

interface Server {
  readonly hosts: readonly string[]
  readonly url: string
  readonly millis: number
}

async function ask(
  { hosts, url, millis }: Server,
  inputs: EngineInputs,
  { options, transactionDate }: ConnectorOrder,
): Promise<Pick<RecordResult, 'outputs' | 'warnings' | 'errors' | 'refused'>> {
  const meta = {
    service_category: options.subservice,
    requested_output: options.outputs,
    transaction_date: transactionDate ?? new Date(options.at).toISOString(),
    validate: options.validate,
  }
  try {
    if (millis < 1) throw new OutsideFailure('It did not answer in time')
    const { status, body } = await postOutside({
      url,
      allowedHosts: hosts,
      body: receivedJson({ request_data: { inputs }, request_meta: meta }),
      headers: {},
      millis: Math.ceil(millis),
      maxBytes,
    })
    if (status !== 200) throw new OutsideFailure(`It answered with status ${status}`)
    const parsed = connectorAnswer.safeParse(parsedJson(body))
    if (!parsed.success) throw new OutsideFailure('Its answer has no response_data.outputs')
    const { status: outcome, response_data } = parsed.data
    const isRefused = outcome === 'Error' && !response_data.outputs && (response_data.errors?.length ?? 0) > 0
    if (!response_data.outputs && !isRefused) throw new OutsideFailure('Its answer has no response_data.outputs')
    return { ...resultOf(response_data), ...(isRefused ? { refused: true as const } : {}) }
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error
    throw new CallError('CONNECTOR_FAILED', `The connector could not compute this. ${error.message}`)
  }
}

function resultOf({ outputs, warnings, errors }: z.infer<typeof connectorAnswer>['response_data']) {
  return {
    outputs: outputs ?? {},
    warnings: (warnings ?? []).map(({ key = '', message }): Message => ({ key, message })),
    errors: (errors ?? []).map(
      ({ message, additional_details, source_path }): Message => ({
        key: additional_details ?? '',
        message,
        ...(source_path ? { cell: source_path } : {}),
      }),
    ),
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OutsideFailure('Its answer is not JSON')
  }
}
