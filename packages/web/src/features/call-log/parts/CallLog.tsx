import { Button, Menu } from '@mantine/core'
import { callPageSize } from '@sheetwright/contract/call-log/call-record.ts'
import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { IconAlertTriangle, IconDownload, IconHistory, IconSearchOff } from '@tabler/icons-react'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { toastFailure, toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { DayRangeInput } from '../../../ui/DayRangeInput.tsx'
import { callLogFromSearch, callLogToSearch, type CallFilter, type CallLogState } from '../call-log-state.ts'
import { useCalls, useExportCalls } from '../queries.ts'
import { CallDialog } from './CallDialog.tsx'
import { failureText } from '../../jobs/parts/failure-text.ts'
import { CallTable } from './CallTable.tsx'

/** Every call of an engine: caller, time, inputs and outcome. */
export function CallLog({ engine }: { engine: Engine }) {
  const text = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const state = callLogFromSearch(useSearch({ strict: false }))
  const { filter, page } = state
  const address = { product: engine.productId, engine: engine.id }
  const calls = useCalls(address, filter, page)

  function change(part: Partial<CallLogState>) {
    const next = callLogToSearch({ ...state, ...part })
    void navigate({ to: pathname, search: next, replace: part.filter !== undefined })
  }

  function narrow(part: Partial<CallFilter>) {
    change({ filter: { ...filter, ...part }, page: 1 })
  }

  const filtered = filter.search !== '' || filter.errorsOnly || filter.from !== undefined || filter.to !== undefined
  return (
    <>
      <FilterBar
        searchLabel={text('Calls.search')}
        search={filter.search}
        onSearch={(search) => narrow({ search })}
        filters={
          <>
            <DayRangeInput from={filter.from} to={filter.to} onChange={narrow} />
            <Button
              variant="default"
              leftSection={<IconAlertTriangle />}
              aria-pressed={filter.errorsOnly}
              onClick={() => narrow({ errorsOnly: !filter.errorsOnly })}
            >
              {text('Calls.errorsOnly')}
            </Button>
          </>
        }
        views={<ExportMenu engine={engine} filter={filter} />}
      />
      {calls.isError ? (
        <FailureState error={calls.error} onRetry={() => void calls.refetch()} />
      ) : (
        <CallTable
          calls={calls.data?.items}
          oldestFirst={filter.oldestFirst}
          onOrderChange={(oldestFirst) => narrow({ oldestFirst })}
          onOpen={(call) => change({ call: call.id })}
          empty={
            filtered ? (
              <EmptyState
                icon={<IconSearchOff />}
                title={text('Calls.noMatch.title')}
                text={text('Calls.noMatch.text')}
              />
            ) : (
              <EmptyState icon={<IconHistory />} title={text('Calls.empty.title')} text={text('Calls.empty.text')} />
            )
          }
        />
      )}
      {calls.data !== undefined && calls.data.count > callPageSize && (
        <Pager
          page={page}
          pageSize={callPageSize}
          count={calls.data.count}
          onChange={(next) => change({ page: next })}
        />
      )}
      {state.call !== undefined && (
        <CallDialog engine={engine} callId={state.call} onClose={() => change({ call: undefined })} />
      )}
    </>
  )
}

function ExportMenu({ engine, filter }: { engine: Engine; filter: CallFilter }) {
  const text = useText()
  const serverText = useServerText()
  const exporting = useExportCalls({ product: engine.productId, engine: engine.id })

  function start(format: 'CSV' | 'JSON') {
    exporting.mutate(
      { format, filter },
      {
        onSuccess(job) {
          if (job.status === 'Success') toastSuccess(text('Calls.exported'))
          else toastFailure(failureText(text, serverText, job) || text('Calls.exportFailed'))
        },
      },
    )
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload />} loading={exporting.isPending}>
          {text('Calls.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => start('CSV')}>{text('Calls.exportCsv')}</Menu.Item>
        <Menu.Item onClick={() => start('JSON')}>{text('Calls.exportJson')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
