/** What is used of Sentry, so that the rest of it does not get into the chunk that is loaded where it is configured. */
export { browserTracingIntegration, captureException, init } from '@sentry/browser'
