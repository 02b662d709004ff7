import { Alert, Progress } from '@mantine/core'
import { useText } from '../../../platform/messages/use-text.ts'
import { isUnfinished } from '../../jobs/job-activity.ts'
import { useJobs } from '../../jobs/queries.ts'

/** While the first start makes the demo products: which one, and how far it is. They appear below one by one. */
export function DemoComing() {
  const text = useText()
  const job = useJobs().find((each) => each.type === 'SeedDemo' && isUnfinished(each))
  if (job === undefined) return null
  return (
    <Alert role="status" mb="md" title={text('Catalogue.demo.title')}>
      {text('Catalogue.demo.text', { name: job.note ?? '…' })}
      <Progress value={job.progress} mt="xs" aria-label={text('Catalogue.demo.title')} />
    </Alert>
  )
}
