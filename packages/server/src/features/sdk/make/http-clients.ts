import type { ClientOrder } from './package-order.ts'
import { pythonDictionary, typeScriptInterface } from './schema-types.ts'
import type { PackedFile } from './tar-file.ts'
import { wheelFiles } from './wheel.ts'

interface Document {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, unknown>>
}

/** The address in the document at which the engine is executed. */
function addressOf({ document, engine }: ClientOrder) {
  const { servers, paths } = document as Document
  return { origin: servers[0]?.url ?? engine.origin, path: Object.keys(paths)[0] ?? '', tenant: engine.tenant }
}

/** An npm package that calls the engine on its server. */
export function typeScriptClient(order: ClientOrder): PackedFile[] {
  const { names, inputs, outputs, engine, licence, document } = order
  const { origin, path, tenant } = addressOf(order)
  const name = `${names.npm}-client`
  const manifest = {
    name,
    version: names.version,
    description: `Calls ${engine.serviceName} of ${engine.productName}`,
    license: 'Apache-2.0',
    type: 'module',
    types: './index.d.ts',
    exports: { '.': { types: './index.d.ts', default: './index.js' }, './openapi.json': './openapi.json' },
    sideEffects: false,
    engines: { node: '>=20' },
  }
  return [
    { path: 'package.json', content: `${JSON.stringify(manifest, null, 2)}\n` },
    { path: 'openapi.json', content: JSON.stringify(document, null, 2) },
    { path: 'LICENSE', content: licence },
    {
      path: 'index.js',
      content: `const address = { origin: ${JSON.stringify(origin)}, path: ${JSON.stringify(path)}, tenant: ${JSON.stringify(tenant)} }
const versionId = ${JSON.stringify(engine.versionId)}

export class EngineError extends Error {
  constructor(message, { code, status, errors = [], correlationId }) {
    super(message)
    this.name = 'EngineError'
    this.code = code
    this.status = status
    this.errors = errors
    this.correlationId = correlationId
  }
}

export function createClient({ origin = address.origin, apiKey, token, fetch: send = globalThis.fetch }) {
  const identity = apiKey === undefined ? { authorization: \`Bearer \${token}\` } : { 'x-synthetic-key': apiKey }
  return {
    async execute(inputs = {}, meta = {}) {
      const answer = await send(origin.replace(/\\/$/, '') + address.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-tenant-name': address.tenant, ...identity },
        body: JSON.stringify({ request_data: { inputs }, request_meta: { version_id: versionId, ...meta } }),
      })
      const told = await answer.json().catch(() => ({ message: \`The server answered \${answer.status} without JSON\` }))
      const data = told.response_data
      if (!answer.ok || told.status === 'Error' || !data || data.outputs === null) {
        const errors = data?.errors ?? told.errors ?? []
        const message = told.message ?? told.error?.message ?? errors.map((each) => each.message).join(' ')
        throw new EngineError(message || \`The server answered \${answer.status}\`, {
          code: told.errorCode,
          status: answer.status,
          errors,
          correlationId: told.correlationId ?? told.response_meta?.correlation_id,
        })
      }
      return { outputs: data.outputs, warnings: data.warnings ?? [], errors: data.errors ?? [], meta: told.response_meta }
    },
  }
}
`,
    },
    {
      path: 'index.d.ts',
      content: `${typeScriptInterface('Inputs', inputs, 'inputs')}
${typeScriptInterface('Outputs', outputs, 'outputs')}
export interface Meta {
  readonly version_id?: string | null
  readonly version?: string
  readonly transaction_date?: string
  readonly call_purpose?: string
  readonly source_system?: string
  readonly correlation_id?: string
  readonly requested_output?: string | readonly string[]
  readonly service_category?: string
}

export interface Result {
  readonly outputs: Outputs
  readonly warnings: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly errors: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly meta: Readonly<Record<string, unknown>>
}

export class EngineError extends Error {
  readonly code: string | undefined
  readonly status: number
  readonly errors: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly correlationId: string | undefined
}

export type ClientOptions = {
  readonly origin?: string
  readonly fetch?: (address: string, request: { method: string; headers: Record<string, string>; body: string }) => Promise<{
    readonly ok: boolean
    readonly status: number
    json(): Promise<unknown>
  }>
} & ({ readonly apiKey: string; readonly token?: undefined } | { readonly token: string; readonly apiKey?: undefined })

export function createClient(options: ClientOptions): {
  /** Executes the version that the package was made of, unless \`meta\` names another one. */
  execute(inputs?: Inputs, meta?: Meta): Promise<Result>
}
`,
    },
    {
      path: 'README.md',
      content: `# ${names.title}: client

Calls the engine on ${origin}. Made from its OpenAPI document (\`openapi.json\`).

\`\`\`js
import { createClient } from '${name}'

const client = createClient({ apiKey: process.env.SHEETWRIGHT_API_KEY })
const { outputs } = await client.execute({})
\`\`\`
`,
    },
  ]
}

/** A wheel that calls the engine on its server. */
export function pythonClient(order: ClientOrder): PackedFile[] {
  const { inputs, outputs, engine, licence, document } = order
  const { origin, path, tenant } = addressOf(order)
  const names = clientNames(order)
  const folder = names.python
  const readme = `# ${names.title}: client

\`\`\`python
from ${folder} import Client

result = Client(api_key="...").execute({})
print(result["outputs"])
\`\`\`
`
  return wheelFiles(names, readme, [
    { path: `${folder}/openapi.json`, content: JSON.stringify(document, null, 2) },
    { path: `${folder}/LICENSE`, content: licence },
    { path: `${folder}/py.typed`, content: '' },
    {
      path: `${folder}/__init__.py`,
      content: `${JSON.stringify(`Calls ${names.title} on its server.`)}

import json
import urllib.error
import urllib.request
from typing import Any, Dict, List, Mapping, Optional, TypedDict, Union

__all__ = ["Client", "EngineError", "Inputs", "Outputs"]

_ORIGIN = ${JSON.stringify(origin)}
_PATH = ${JSON.stringify(path)}
_TENANT = ${JSON.stringify(tenant)}
_VERSION_ID = ${JSON.stringify(engine.versionId)}

${pythonDictionary('Inputs', inputs, 'inputs')}
${pythonDictionary('Outputs', outputs, 'outputs')}

class EngineError(Exception):
    """The server refused the call or the inputs; \`errors\` says why."""

    def __init__(self, message: str, code: Optional[str], status: int, errors: List[Dict[str, Any]]) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.errors = errors


class Client:
    def __init__(
        self, api_key: Optional[str] = None, token: Optional[str] = None, origin: str = _ORIGIN, timeout: float = 60
    ) -> None:
        if (api_key is None) == (token is None):
            raise ValueError("Give either api_key or token")
        identity = {"x-synthetic-key": api_key} if api_key is not None else {"authorization": f"Bearer {token}"}
        self._headers = {"content-type": "application/json", "x-tenant-name": _TENANT, **identity}
        self._address = origin.rstrip("/") + _PATH
        self._timeout = timeout

    def execute(self, inputs: Optional[Mapping[str, Any]] = None, **meta: Any) -> Dict[str, Any]:
        """Executes the version that the package was made of, unless version_id names another one."""
        body = {"request_data": {"inputs": inputs or {}}, "request_meta": {"version_id": _VERSION_ID, **meta}}
        request = urllib.request.Request(
            self._address, data=json.dumps(body).encode(), headers=self._headers, method="POST"
        )
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as refused:
            status, text = refused.code, refused.read()
        try:
            told = json.loads(text)
        except ValueError:
            told = {}
        data = told.get("response_data") or {}
        if status >= 400 or told.get("status") == "Error" or data.get("outputs") is None:
            errors = data.get("errors") or told.get("errors") or []
            message = told.get("message") or " ".join(str(e.get("message")) for e in errors)
            raise EngineError(message or f"The server answered {status}", told.get("errorCode"), status, errors)
        return {
            "outputs": data["outputs"],
            "warnings": data.get("warnings") or [],
            "errors": data.get("errors") or [],
            "meta": told.get("response_meta") or {},
        }
`,
    },
  ])
}

export function clientNames({ names }: Pick<ClientOrder, 'names'>): ClientOrder['names'] {
  return { ...names, npm: `${names.npm}-client`, python: `${names.python}_client` }
}
