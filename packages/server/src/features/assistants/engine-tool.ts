import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { type DescribedEngine, exampleRequest, portSchema } from '../engines/engine-description.access.ts'
import type { StoredEngine } from '../engines/engine.store.ts'

/** Clients take names of up to 64 letters, digits, `_` and `-`. */
const longestWords = 40

/** The tool name of an engine: its service name for readers, and enough of its id to be unique. */
export function toolNameOf({ id, serviceName }: Pick<StoredEngine, 'id' | 'serviceName'>): string {
  const words = serviceName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  return `${words.slice(0, longestWords) || 'engine'}_${id.slice(-12)}`
}

/** An engine as a tool: its inputs and outputs in the author's words, with a computed example. */
export function engineTool(engine: StoredEngine, described: DescribedEngine): Tool {
  const { inputs, outputs } = described.interface
  return {
    name: toolNameOf(engine),
    title: engine.serviceName,
    description: descriptionOf(described),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(inputs.map((port) => [port.name, portSchema(port)])),
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: {
        outputs: { type: 'object', properties: Object.fromEntries(outputs.map((port) => [port.name, aboutOf(port)])) },
        warnings: { type: 'array' },
        errors: { type: 'array' },
        version: { type: 'string' },
        callId: { type: 'string' },
      },
      required: ['outputs'],
    },
    annotations: { title: engine.serviceName, readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  }
}

/** Without a type: any output can hold the text of an Excel error. */
function aboutOf({ description, defined }: EnginePort): Record<string, string> {
  const words = [defined?.labelEn, description, defined?.unit && `in ${defined.unit}`].filter(Boolean).join('; ')
  return words === '' ? {} : { description: words }
}

function descriptionOf(engine: DescribedEngine): string {
  const { outputs } = engine.interface
  const results = Object.fromEntries(outputs.map((port) => [port.name, engine.results[port.originalName] ?? null]))
  const example = exampleRequest(engine).request_data.inputs
  return [
    `Calculates with the engine "${engine.serviceName}" of the product "${engine.productName}", version ${engine.revision}.`,
    engine.releaseNote,
    'Inputs that are left out keep their defaults.',
    `Outputs: ${outputs.map(({ name, description }) => (description === '' ? name : `${name} (${description})`)).join(', ')}.`,
    `Example: ${cut(JSON.stringify(example))} gives ${cut(JSON.stringify(results))}.`,
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function cut(text: string): string {
  return text.length <= 1500 ? text : `${text.slice(0, 1500)}…`
}
