import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import type { ExplainedStep } from '@sheetwright/contract/look-inside/explain-cell.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { storableText } from '../../platform/db/storable-text.ts'
import type { Services } from '../../services.ts'
import { type DescribedEngine, describedEngine } from '../engines/engine-description.access.ts'
import { executeForAssistant } from '../execution/assistant-run.access.ts'
import { lookIntoVersion } from '../look-inside/look-at.access.ts'
import { engineTool, toolNameOf } from './engine-tool.ts'
import { type Asking, offeredEngines, requireTool } from './offered-engines.access.ts'

const pageSize = 50
const searchedAtOnce = 20

/** The caller, and the name of its assistant. */
export interface Assistant {
  readonly caller: Asking
  readonly name: string
  readonly correlationId: string
}

type Arguments = Readonly<Record<string, unknown>>

const searchTool: Tool = {
  name: 'search_engines',
  title: 'Search engines',
  description: 'Finds engines by words of their name or of the name of their product, and gives the tool of each.',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string', description: 'Part of a name; every engine where it is empty' } },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
}

const explainTool: Tool = {
  name: 'explain_result',
  title: 'Explain a result',
  description:
    'Explains how an engine got a value: the formula, the cells it read with their values, the branch taken, the row that a ' +
    'lookup found. Ask for an output first, then for the cells that its explanation names.',
  inputSchema: {
    type: 'object',
    properties: {
      tool: { type: 'string', description: 'The tool of the engine' },
      inputs: { type: 'object', description: 'The inputs that it was called with' },
      output: { type: 'string', description: 'The name of an output' },
      cell: { type: 'string', description: 'Instead of an output: a cell, as Sheet1!B2' },
    },
    required: ['tool'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
}

/** One page of a caller's tools. A caller who may use no engine gets no search or explain tool either. */
export async function listTools(
  services: Services,
  { caller }: Assistant,
  cursor: string | undefined,
): Promise<{ tools: Tool[]; nextCursor?: string }> {
  const page = cursor === undefined ? 1 : Number(cursor)
  if (!Number.isSafeInteger(page) || page < 1 || page > 10_000) {
    throw new CallError('INVALID_INPUT', 'The cursor is not one that this list gave')
  }
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const { items, hasMore } = await offeredEngines(tx, caller, { page, pageSize })
    const tools: Tool[] = page === 1 && (items.length > 0 || hasMore) ? [searchTool, explainTool] : []
    for (const engine of items) {
      const { productId: product, id, version } = engine
      const described = await describedEngine(tx, services, caller, { product, engine: id, version: version.id })
      tools.push(engineTool(engine, described))
    }
    return { tools, ...(hasMore ? { nextCursor: String(page + 1) } : {}) }
  })
}

export function callTool(services: Services, assistant: Assistant, name: string, given: Arguments) {
  if (name === searchTool.name) return searchEngines(services, assistant, given)
  if (name === explainTool.name) return explainResult(services, assistant, given)
  return executeTool(services, assistant, name, given)
}

async function searchEngines({ db }: Services, { caller }: Assistant, { text }: Arguments): Promise<CallToolResult> {
  const words = typeof text === 'string' ? storableText(text).trim().slice(0, 200) : ''
  const { items } = await db.inTenant(caller.tenantId, (tx) =>
    offeredEngines(tx, caller, { page: 1, pageSize: searchedAtOnce, words }),
  )
  const engines = items.map((engine) => ({
    tool: toolNameOf(engine),
    engine: engine.serviceName,
    product: engine.productName,
    version: engine.version.revision,
  }))
  return resultOf({ engines })
}

async function executeTool(
  services: Services,
  { caller, name: assistant, correlationId }: Assistant,
  name: string,
  inputs: Arguments,
): Promise<CallToolResult> {
  const { tenantId } = caller
  const { engineId, described } = await services.db.inTenant(tenantId, async (tx) => {
    const { productId: product, id: engine, version } = await requireTool(tx, caller, name)
    return {
      engineId: engine,
      described: await describedEngine(tx, services, caller, { product, engine, version: version.id }),
    }
  })
  assertKnownInputs(described, inputs)
  const done = await executeForAssistant(services.execution, {
    caller,
    engineId,
    inputs,
    assistant,
    requestId: correlationId,
  })
  return resultOf({
    outputs: done.xOutput,
    warnings: done.engineWarnings,
    errors: done.validationErrors,
    version: done.revision,
    callId: done.callId,
  })
}

async function explainResult(services: Services, { caller }: Assistant, given: Arguments): Promise<CallToolResult> {
  const { tool, inputs = {}, output, cell } = given
  if (typeof tool !== 'string') throw wrongArgument('tool', 'the name of the tool of an engine')
  if (typeof inputs !== 'object' || inputs === null || Array.isArray(inputs)) {
    throw wrongArgument('inputs', 'an object with values by the names of the inputs')
  }
  const { address, described } = await services.db.inTenant(caller.tenantId, async (tx) => {
    const { productId: product, id: engine, version } = await requireTool(tx, caller, tool)
    const named = { product, engine, version: version.id }
    return { address: named, described: await describedEngine(tx, services, caller, named) }
  })
  const { outputs } = described.interface
  const asked = typeof cell === 'string' ? cell : outputs.find(({ name }) => name === output)?.cell
  if (asked === undefined) throw wrongArgument('output', `one of ${outputs.map(({ name }) => name).join(', ')}`)
  const step = (await lookIntoVersion(services, caller, address, {
    question: (run) => ({ kind: 'explain', cell: asked, run }),
    run: { inputs: inputs as Arguments },
  })) as ExplainedStep
  return resultOf({ ...step })
}

/**
 * A person sees a warning about an unknown input name. An assistant would pass on a result computed with the default
 * instead.
 */
function assertKnownInputs({ interface: { inputs } }: DescribedEngine, given: Arguments): void {
  const known = new Set(inputs.map((port) => port.name.toLowerCase()))
  const unknown = Object.keys(given).find((name) => !known.has(name.toLowerCase()))
  if (unknown !== undefined) throw wrongArgument(unknown, `one of ${inputs.map(({ name }) => name).join(', ')}`)
}

function wrongArgument(name: string, allowed: string): CallError {
  const message = `The argument ${name} is missing or wrong: give ${allowed}`
  return new CallError('INVALID_INPUT', message)
}

function resultOf(content: Record<string, unknown>): CallToolResult {
  return { structuredContent: content, content: [{ type: 'text', text: JSON.stringify(content) }] }
}
