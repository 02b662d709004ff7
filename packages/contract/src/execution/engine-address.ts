import { z } from 'zod'
import type { ErrorCode } from '../error-codes.ts'

export const nameOrId = z.string().min(1).max(200)

/** A product and one of its engines, each by id or name. */
export const engineAddress = z.strictObject({ product: nameOrId, engine: nameOrId })

/** Error codes of an engine that cannot run. */
export const executeErrors = [
  'ENGINE_NOT_FOUND',
  'ENGINE_VERSION_NOT_FOUND',
  'ENGINE_INACTIVE_WARNING',
  'NO_ACTIVE_VERSION',
  'PRODUCT_ARCHIVED',
  'CALCULATION_LIMIT_EXCEEDED',
  'ENGINE_TYPE_NOT_AVAILABLE',
  'WORKBOOK_BEYOND_ENGINE_TYPE',
  'CONNECTOR_FAILED',
] as const satisfies readonly ErrorCode[]
