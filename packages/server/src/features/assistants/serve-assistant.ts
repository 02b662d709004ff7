import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { serveAssistant } from '@sheetwright/contract/assistants/serve-assistant.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { releaseVersion } from '../../release.ts'
import type { Services } from '../../services.ts'
import { assistantNameOf, sessionOf } from './assistant-name.ts'
import { type Assistant, callTool, listTools } from './engine-tools.ts'

const sessionHeader = 'mcp-session-id'
const versionHeader = 'mcp-protocol-version'
const instructions =
  'Engines calculate premiums, projections and the like exactly as the workbooks of their authors do. Use their results as ' +
  'they are; never estimate what an engine can calculate.'

/** Answers one message. No state is kept between messages, so that any process can answer the next one. */
export const serveAssistantHandler = handle(
  serveAssistant,
  async ({ caller, body, services, correlationId, header }) => {
    const failures: unknown[] = []
    const assistant = { caller, name: assistantNameOf(header(sessionHeader)), correlationId }
    const { server } = assistantServer(services, assistant, failures)
    // Answers are short, so each is sent as JSON instead of a stream.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      const version = header(versionHeader)
      const request = new Request(services.settings.origin, {
        method: 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...(version === undefined ? {} : { [versionHeader]: version }),
        },
      })
      const answer = await transport.handleRequest(request, { parsedBody: body })
      const text = await answer.text()
      if (failures.length > 0) throw failures[0]
      const headers = body.method === 'initialize' ? { [sessionHeader]: sessionOf(body.params) } : {}
      return { status: answer.status, headers, text }
    } finally {
      await server.close()
    }
  },
)

function assistantServer(services: Services, assistant: Assistant, failures: unknown[]): McpServer {
  const mcp = new McpServer(
    { name: 'sheetwright', version: releaseVersion },
    { capabilities: { tools: {} }, instructions },
  )
  /** Collects errors that are not the caller's fault; they are answered and reported like those of any call. */
  const noted = (error: unknown): never => {
    if (!(error instanceof CallError)) failures.push(error)
    throw error
  }
  mcp.server.setRequestHandler(ListToolsRequestSchema, ({ params }) =>
    listTools(services, assistant, params?.cursor).catch(noted),
  )
  mcp.server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    callTool(services, assistant, params.name, params.arguments ?? {})
      .catch(refusal)
      .catch(noted),
  )
  return mcp
}

/** Returns the caller's mistake as a result that the assistant can read and correct. */
function refusal(error: unknown): CallToolResult {
  if (!(error instanceof CallError)) throw error
  const fields = (error.errors ?? []).map(({ field, message, allowed }) =>
    [field, message, allowed && `allowed: ${allowed}`].filter(Boolean).join(' '),
  )
  const text = [`${error.code}: ${error.message}`, ...fields].join('\n')
  return { isError: true, content: [{ type: 'text', text }] }
}
