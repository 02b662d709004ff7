import { Group, Select, Text } from '@mantine/core'
import { jobStatus, jobTypes } from '@sheetwright/contract/jobs/job.ts'
import { IconProgress } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { jobStatusNames, jobTypeNames } from '../job-types.ts'
import { JobLine } from '../parts/JobLine.tsx'
import { overallText } from '../parts/overall-text.ts'
import { useJobPage, useJobs } from '../queries.ts'
import classes from './JobsPage.module.css'

const pageSize = 20

/** All background jobs of the user, running and ended. */
export function JobsPage() {
  const text = useText()
  const navigate = useNavigate()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const status = jobStatus.options.find((one) => one === search['status'])
  const type = jobTypes.find((one) => one === search['type'])
  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1)
  const jobs = useJobPage({ page, pageSize, ...(status && { status }), ...(type && { type }) })
  const current = useJobs()

  function change(part: Readonly<Record<string, string | undefined>>) {
    const next = Object.entries({ ...search, page: undefined, ...part }).filter(([, value]) => value)
    void navigate({ to: '/jobs', search: Object.fromEntries(next) })
  }

  return (
    <Page title={text('Jobs.title')} count={jobs.data?.count} facts={overallText(text, current)}>
      <PageTrail items={[{ label: text('Jobs.title') }]} />
      <Group gap="sm" mb="md">
        <Select
          aria-label={text('Jobs.status')}
          placeholder={text('Jobs.anyStatus')}
          data={jobStatus.options.map((value) => ({ value, label: text(jobStatusNames[value]) }))}
          value={status ?? null}
          onChange={(chosen) => change({ status: chosen ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': text('FilterBar.clear') }}
        />
        <Select
          aria-label={text('Jobs.type')}
          placeholder={text('Jobs.anyType')}
          data={jobTypes.map((value) => ({ value, label: text(jobTypeNames[value]) }))}
          value={type ?? null}
          onChange={(chosen) => change({ type: chosen ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': text('FilterBar.clear') }}
        />
      </Group>
      {jobs.isPending && <LoadingBlock />}
      {jobs.isError && <FailureState error={jobs.error} onRetry={() => void jobs.refetch()} />}
      {jobs.data?.count === 0 && (
        <EmptyState
          icon={<IconProgress />}
          title={text(status || type ? 'Jobs.noMatch' : 'Jobs.none')}
          text={text('Jobs.noneText')}
        />
      )}
      {jobs.data !== undefined && jobs.data.count > 0 && (
        <Panel title={text('Jobs.title')}>
          <ul className={classes.list}>
            {jobs.data.items.map((job) => (
              <JobLine key={job.id} job={job} />
            ))}
          </ul>
          <Text size="xs" c="dimmed">
            {text('Jobs.kept')}
          </Text>
        </Panel>
      )}
      {jobs.data !== undefined && jobs.data.count > pageSize && (
        <Pager
          page={page}
          pageSize={pageSize}
          count={jobs.data.count}
          onChange={(next) => change({ page: String(next) })}
        />
      )}
    </Page>
  )
}
