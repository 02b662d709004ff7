import type { WebhookDelivery, WebhookEvent } from '@sheetwright/contract/webhooks/webhook.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'

export const eventNames: Readonly<Record<WebhookEvent, MessageId>> = {
  'version.published': 'Webhooks.event.versionPublished',
  'job.finished': 'Webhooks.event.jobFinished',
  'gate.failed': 'Webhooks.event.gateFailed',
  'errors.above': 'Webhooks.event.errorsAbove',
  'master.changed': 'Webhooks.event.masterChanged',
}

export const deliveryStates: Readonly<Record<WebhookDelivery['state'], MessageId>> = {
  waiting: 'Webhooks.state.waiting',
  delivered: 'Webhooks.state.delivered',
  failed: 'Webhooks.state.failed',
}
