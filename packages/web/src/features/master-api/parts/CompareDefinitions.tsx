import { Anchor, Group, List, Select, Stack, Text, Title } from '@mantine/core'
import type { ApiDefinition, ApiField } from '@sheetwright/contract/master-api/master-api-definition.ts'
import { rowsOfFields } from '@sheetwright/contract/master-api/api-field-table.ts'
import { IconCircleCheck, IconGitCompare } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { CompareTable } from '../../master-references/parts/CompareTable.tsx'
import { columnNames } from '../column-names.ts'
import { useApiDifference } from '../queries.ts'
import { ApiProblems } from './ApiProblems.tsx'

interface CompareDefinitionsProps {
  readonly product: string
  readonly home: string
  readonly definition: ApiDefinition
}

/** The changes between two versions, and what they break. */
export function CompareDefinitions({ product, home, definition }: CompareDefinitionsProps) {
  const text = useText()
  const navigate = useNavigate()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const { versions } = definition
  const known = (asked: string | undefined) => versions.find(({ version }) => String(version) === asked)?.version
  const newest = versions[0]?.version ?? 1
  const to = known(search['to']) ?? newest
  const active = versions.find(({ state }) => state === 'Active')?.version
  const before = versions.find(({ version }) => version < to)?.version ?? to
  const from = known(search['from']) ?? (active !== undefined && active !== to ? active : before)
  const difference = useApiDifference(product, from, to)
  const choices = versions.map(({ version, state }) => ({
    value: String(version),
    label: text(state === 'Active' ? 'MasterApi.versionActive' : 'MasterApi.version', { version }),
  }))
  const change = (part: Readonly<Record<string, string>>) =>
    void navigate({ to: '.', search: { from: String(from), to: String(to), ...part }, replace: true })
  if (versions.length === 1) {
    return (
      <EmptyState
        icon={<IconGitCompare />}
        title={text('MasterApi.oneVersion')}
        text={text('MasterApi.oneVersionText')}
      />
    )
  }
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Select
          label={text('MasterApi.from')}
          data={choices}
          value={String(from)}
          allowDeselect={false}
          onChange={(value) => value !== null && change({ from: value })}
        />
        <Select
          label={text('MasterApi.to')}
          data={choices}
          value={String(to)}
          allowDeselect={false}
          onChange={(value) => value !== null && change({ to: value })}
        />
      </Group>
      {from === to ? (
        <Text c="dimmed">{text('MasterApi.sameVersion')}</Text>
      ) : difference.isError ? (
        <FailureState error={difference.error} onRetry={() => void difference.refetch()} />
      ) : difference.isPending ? (
        <LoadingBlock />
      ) : (
        <>
          <Panel title={text('MasterApi.breaks', { count: difference.data.breaks.length })}>
            {difference.data.breaks.length === 0 ? (
              <Group gap="xs">
                <IconCircleCheck />
                <Text>{text('MasterApi.breaksNothing')}</Text>
              </Group>
            ) : (
              <Stack gap="md">
                {difference.data.breaks.map(({ engineId, serviceName, problems, callers }) => (
                  <div key={engineId}>
                    <Title order={3} size="h5">
                      <Anchor component={Link} to={`${home}/engines/${engineId}`}>
                        {serviceName}
                      </Anchor>
                    </Title>
                    <ApiProblems problems={problems} />
                    <Text size="sm" c="dimmed" mt="xs">
                      {callers.length === 0
                        ? text('MasterApi.noCallers')
                        : text('MasterApi.callers', { count: callers.length })}
                    </Text>
                    <List size="sm">
                      {callers.map(({ name, calls }) => (
                        <List.Item key={name}>{text('MasterApi.caller', { name, calls })}</List.Item>
                      ))}
                    </List>
                  </div>
                ))}
              </Stack>
            )}
          </Panel>
          <CompareTable
            label={text('MasterApi.changes')}
            headings={{
              name: text('MasterApi.fieldAndColumn'),
              left: text('MasterApi.version', { version: from }),
              right: text('MasterApi.version', { version: to }),
            }}
            rows={difference.data.changes.flatMap(({ name, direction, before: was, after: is, changed }) => {
              const key = `${direction} ${name}`
              if (was === null || is === null) {
                const here = text('MasterApi.present')
                return [{ key, name, left: was === null ? '' : here, right: is === null ? '' : here }]
              }
              const columns = changed as readonly (keyof ApiField)[]
              return columns.map((column) => ({
                key: `${key} ${column}`,
                name: text('MasterApi.columnOf', { name, column: text(columnNames[column]) }),
                left: textAt(was, column),
                right: textAt(is, column),
              }))
            })}
          />
        </>
      )}
    </Stack>
  )
}

const order = Object.keys(columnNames) as (keyof ApiField)[]

function textAt(field: ApiField, column: keyof ApiField): string {
  return rowsOfFields([field])[0]?.[order.indexOf(column)] ?? ''
}
