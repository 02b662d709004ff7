import type { PortSchema } from './schema-types.ts'

interface Document {
  readonly paths: Readonly<Record<string, { readonly post: Operation } | undefined>>
}

interface Operation {
  readonly requestBody: Body
  readonly responses: Readonly<Record<string, Body | undefined>>
}

interface Body {
  readonly content: Readonly<Record<string, { readonly schema: PortSchema } | undefined>>
}

/** The schemas of inputs and outputs in the OpenAPI document of an engine. */
export function portsOfDocument(document: unknown): { inputs: PortSchema; outputs: PortSchema } {
  const operation = Object.values((document as Document).paths)[0]?.post
  const asked = operation?.requestBody.content['application/json']?.schema
  const answered = operation?.responses['200']?.content['application/json']?.schema
  const inputs = asked?.properties?.['request_data']?.properties?.['inputs']
  const outputs = answered?.properties?.['response_data']?.properties?.['outputs']
  if (inputs === undefined || outputs === undefined) throw new Error('The document tells no inputs and outputs')
  return { inputs, outputs }
}
