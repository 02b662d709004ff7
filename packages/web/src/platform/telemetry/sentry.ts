/** Reexports the used parts of Sentry, so that the rest stays out of the chunk. */
export { browserTracingIntegration, captureException, init } from '@sentry/browser'
