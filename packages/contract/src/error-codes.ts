/**
 * Every code an error answer can carry, with the HTTP status it travels under.
 * The web app has a message for each in every language; the server throws them through `CallError`.
 */
export const errorStatus = {
  // requests
  INVALID_INPUT: 400,
  MISSING_PARAMETERS: 400,
  MISSING_KEY_IN_BODY: 400,
  INVALID_DATETIME: 400,
  UNAUTHORIZED_ACCESS: 401,
  TOKEN_EXPIRED: 401,
  PERMISSION_DENIED: 403,
  RULE_VALIDATION_FAILED: 403,
  TENANT_MISMATCH: 403,
  UNAUTHORIZED_USER_GROUP: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  REQUEST_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  TOO_MANY_REQUESTS: 429,
  CLIENT_CLOSED_REQUEST: 499,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  // products
  INVALID_PRODUCT_NAME: 400,
  PRODUCT_NOT_FOUND: 404,
  PRODUCT_ALREADY_EXISTS: 409,
  // files
  INVALID_FILE_TYPE: 400,
  FILE_NOT_FOUND: 404,
  FILE_SIZE_LIMIT_EXCEEDED: 413,
  // jobs
  JOB_NOT_FOUND: 404,
  JOB_ALREADY_FINISHED: 409,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus
