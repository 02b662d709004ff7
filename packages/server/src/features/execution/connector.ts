import type { EngineInputs, Message } from '@sheetwright/runtime/engine/engine.ts'
import { z } from 'zod'
import { CallError } from '../../platform/http/call-error.ts'
import { OutsideFailure, postOutside } from '../../platform/net/post-outside.ts'
import type { RecordOptions, RecordResult } from './run-records.ts'

/** As much of the answer as is taken over; what else it says is overlooked. */
const connectorAnswer = z.object({
  response_data: z.object({
    outputs: z.record(z.string(), z.json()),
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

/** Lets the server that a tenant configured compute a record: the same request as ours, the same answer as that of v3. */
export async function runConnector(
  settings: ConnectorSettings,
  url: string | null,
  inputs: EngineInputs,
  options: RecordOptions,
): Promise<RecordResult> {
  if (settings.hosts.length === 0 || url === null) {
    throw new CallError('ENGINE_TYPE_NOT_AVAILABLE', 'Connectors are switched off on this installation')
  }
  const from = performance.now()
  const answer = await ask(settings, url, inputs, options)
  const { outputs, warnings, errors } = answer.response_data
  return {
    outputs,
    warnings: (warnings ?? []).map(({ key = '', message }): Message => ({ key, message })),
    errors: (errors ?? []).map(
      ({ message, additional_details, source_path }): Message => ({
        key: additional_details ?? '',
        message,
        ...(source_path ? { cell: source_path } : {}),
      }),
    ),
    solves: [],
    micros: Math.round((performance.now() - from) * 1000),
  }
}

async function ask(settings: ConnectorSettings, url: string, inputs: EngineInputs, options: RecordOptions) {
  const meta = {
    service_category: options.subservice,
    requested_output: options.outputs,
    transaction_date: new Date(options.at).toISOString(),
  }
  try {
    const { status, body } = await postOutside({
      url,
      allowedHosts: settings.hosts,
      body: JSON.stringify({ request_data: { inputs }, request_meta: meta }),
      headers: {},
      millis: settings.seconds * 1000,
      maxBytes,
    })
    if (status !== 200) throw new OutsideFailure(`It answered with status ${status}`)
    const parsed = connectorAnswer.safeParse(parsedJson(body))
    if (!parsed.success) throw new OutsideFailure('Its answer has no response_data.outputs')
    return parsed.data
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error
    throw new CallError('CONNECTOR_FAILED', `The connector could not compute this. ${error.message}`)
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OutsideFailure('Its answer is not JSON')
  }
}
