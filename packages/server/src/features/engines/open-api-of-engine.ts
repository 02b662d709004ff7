import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'

type Json = Readonly<Record<string, unknown>>

/** The data that the document of an engine is generated from. */
export interface DescribedEngine {
  readonly origin: string
  readonly tenant: string
  readonly productName: string
  readonly serviceName: string
  readonly revision: string
  readonly versionId: string
  readonly releaseNote: string
  readonly interface: EngineInterface
  /** Outputs on the defaults; those of subservices as `subservice.output`. */
  readonly results: Readonly<Record<string, unknown>>
}

export interface DocumentOptions {
  /** The body as form fields, each with JSON, instead of one JSON text. */
  readonly asForm: boolean
  /** Only the inputs and outputs of this subservice. */
  readonly subservice: string | undefined
}

/** The OpenAPI 3.1 document of one version of an engine. */
export function openApiOfEngine(engine: DescribedEngine, { asForm, subservice }: DocumentOptions): Json {
  const chosen = engine.interface.subservices.find(({ name }) => name.toLowerCase() === subservice?.toLowerCase())
  const { inputs, outputs } = chosen ?? engine.interface
  const example = exampleRequest(engine, chosen)
  const results = exampleResults(engine, outputs, chosen?.name)
  return {
    openapi: '3.1.0',
    info: { title: engine.serviceName, version: engine.revision, description: engine.releaseNote },
    servers: [{ url: engine.origin }],
    security: [{ bearer: [] }, { apiKey: [], tenantName: [] }],
    paths: {
      [executePath(engine)]: {
        post: {
          operationId: 'execute',
          summary: `Calculate with ${engine.serviceName}`,
          requestBody: {
            required: true,
            content: asForm ? formContent(inputs, example) : jsonContent(inputs, example),
          },
          responses: {
            '200': {
              description: 'The outputs, and what there is to say about them',
              content: {
                'application/json': { schema: answerSchema(outputs), example: answerExample(engine, results) },
              },
            },
            default: {
              description: 'What went wrong',
              content: { 'application/json': { schema: errorSchema } },
            },
          },
        },
      },
    },
    components: { securitySchemes },
  }
}

/** The path at which existing clients execute an engine. */
export function executePath({ tenant, productName, serviceName }: DescribedEngine): string {
  const [folder, service] = [encodeURIComponent(productName), encodeURIComponent(serviceName)]
  return `/${tenant}/api/v3/folders/${folder}/services/${service}/execute`
}

/** A request with the defaults, which returns the example's answer. */
export function exampleRequest(
  { interface: ports, versionId }: DescribedEngine,
  subservice?: EngineInterface['subservices'][number],
): { request_data: { inputs: Record<string, unknown> }; request_meta: Record<string, unknown> } {
  const { inputs } = subservice ?? ports
  return {
    request_data: { inputs: Object.fromEntries(inputs.map((port) => [port.name, port.default])) },
    request_meta: {
      version_id: versionId,
      call_purpose: 'Test',
      ...(subservice === undefined ? {} : { service_category: subservice.name }),
    },
  }
}

function exampleResults(
  { results }: DescribedEngine,
  outputs: readonly EnginePort[],
  subservice: string | undefined,
): Record<string, unknown> {
  const key = (port: EnginePort) =>
    subservice === undefined ? port.originalName : `${subservice}.${port.originalName}`
  return Object.fromEntries(outputs.map((port) => [port.name, results[key(port)] ?? null]))
}

function jsonContent(inputs: readonly EnginePort[], example: unknown): Json {
  return { 'application/json': { schema: requestSchema(inputs), example } }
}

function formContent(inputs: readonly EnginePort[], example: { request_data: unknown; request_meta: unknown }): Json {
  const asText = { contentType: 'application/json' }
  return {
    'multipart/form-data': {
      schema: requestSchema(inputs),
      encoding: { request_data: asText, request_meta: asText },
      example: {
        request_data: JSON.stringify(example.request_data),
        request_meta: JSON.stringify(example.request_meta),
      },
    },
  }
}

function requestSchema(inputs: readonly EnginePort[]): Json {
  const text = { type: 'string' }
  return {
    type: 'object',
    properties: {
      request_data: {
        type: 'object',
        properties: {
          inputs: {
            type: 'object',
            properties: Object.fromEntries(inputs.map((port) => [port.name, portSchema(port)])),
          },
        },
      },
      request_meta: {
        type: 'object',
        properties: {
          version_id: { type: 'string', format: 'uuid' },
          version: text,
          transaction_date: text,
          call_purpose: text,
          source_system: text,
          correlation_id: text,
          requested_output: { type: ['string', 'array'], items: text },
          service_category: text,
        },
      },
    },
  }
}

function answerSchema(outputs: readonly EnginePort[]): Json {
  const messages = { type: ['array', 'null'], items: { type: 'object' } }
  const values = Object.fromEntries(outputs.map((port) => [port.name, portSchema(port)]))
  return {
    type: 'object',
    properties: {
      status: { type: 'string' },
      error: { type: ['object', 'null'] },
      response_data: {
        type: 'object',
        properties: {
          outputs: { type: 'object', properties: values },
          warnings: messages,
          errors: messages,
          service_chain: messages,
        },
      },
      response_meta: { type: 'object' },
    },
  }
}

function answerExample({ revision, versionId }: DescribedEngine, outputs: Record<string, unknown>): Json {
  return {
    status: 'Success',
    error: null,
    response_data: { outputs, warnings: null, errors: null, service_chain: null },
    response_meta: { version_id: versionId, version: revision },
  }
}

const errorSchema = {
  type: 'object',
  properties: {
    status: { type: 'string' },
    errorCode: { type: 'string' },
    message: { type: 'string' },
    correlationId: { type: 'string' },
  },
}

const types: Record<NonNullable<EnginePort['type']>, Json> = {
  number: { type: ['number', 'null'] },
  // The format of a cell does not limit its values; a validation does.
  integer: { type: ['number', 'null'] },
  percent: { type: ['number', 'null'], description: '0.05 is 5 percent' },
  currency: { type: ['number', 'null'] },
  date: { type: ['string', 'null'], format: 'date' },
  time: { type: ['string', 'null'], format: 'time' },
  datetime: { type: ['string', 'null'], format: 'date-time' },
  boolean: { type: ['boolean', 'null'] },
  text: { type: ['string', 'number', 'boolean', 'null'] },
}

/** The values of an input or output, as JSON Schema. */
export function portSchema(port: EnginePort): Json {
  const { shape, type, columns = [], maxRows, description, validation, default: value, defined } = port
  const title = defined?.labelEn || defined?.labelJa
  const shared = {
    ...(title ? { title } : {}),
    ...(description === '' ? {} : { description }),
    ...(defined?.unit ? { 'x-unit': defined.unit } : {}),
    ...(defined?.deprecatedSince ? { deprecated: true } : {}),
    default: value,
  }
  if (shape === 'block') {
    const properties = Object.fromEntries(columns.map((column) => [column.heading, types[column.type]]))
    return { type: 'array', maxItems: maxRows, items: { type: 'object', properties }, ...shared }
  }
  const isFixed = validation?.errorStyle === 'stop' && validation.dependsOn.length === 0
  const { options, min, max } = isFixed ? validation : {}
  const isWhole = type === 'integer' && validation?.type === 'whole' && validation.errorStyle === 'stop'
  return {
    ...(isWhole ? { type: ['integer', 'null'] } : types[type ?? 'text']),
    ...(options === undefined ? {} : { enum: options }),
    ...(typeof min === 'number' && validation?.type !== 'textLength' ? { minimum: min } : {}),
    ...(typeof max === 'number' && validation?.type !== 'textLength' ? { maximum: max } : {}),
    ...shared,
  }
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  apiKey: { type: 'apiKey', in: 'header', name: 'x-synthetic-key' },
  tenantName: { type: 'apiKey', in: 'header', name: 'x-tenant-name' },
}
