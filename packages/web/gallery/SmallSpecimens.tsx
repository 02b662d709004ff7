import { Group } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconPencil, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { CodeBlock } from '../src/ui/CodeBlock.tsx'
import { CopyButton } from '../src/ui/CopyButton.tsx'
import { FactTable } from '../src/ui/FactTable.tsx'
import { FavouriteButton } from '../src/ui/FavouriteButton.tsx'
import { FileName } from '../src/ui/FileName.tsx'
import { Keys } from '../src/ui/Keys.tsx'
import { AbsoluteMoment, ExactMoment, RelativeMoment } from '../src/ui/Moment.tsx'
import { NameAndDetail } from '../src/ui/NameAndDetail.tsx'
import { StatusChip } from '../src/ui/StatusChip.tsx'
import { StepList } from '../src/ui/StepList.tsx'
import { Tiles } from '../src/ui/Tiles.tsx'
import { RichText } from '../src/ui/rich-text/RichText.tsx'
import { type Say, Specimen, Specimens } from './Specimen.tsx'

const moment = '2026-04-01T09:30:00.000Z'

export function SmallSpecimens({ say }: { say: Say }) {
  const [isFavourite, setFavourite] = useState(true)
  const steps = [
    { id: 'read', label: say('Read', '読み込み') },
    { id: 'compile', label: say('Compile', 'コンパイル'), detail: say('1,204 cells', '1,204 セル') },
    { id: 'prove', label: say('Prove', '検証') },
  ]
  return (
    <Specimens title={say('Small parts', '小さな部品')}>
      <Specimen name="StatusChip">
        <Group>
          <StatusChip tone="neutral" icon={<IconPencil />}>
            {say('Draft', '下書き')}
          </StatusChip>
          <StatusChip tone="accent" icon={<IconClock />}>
            {say('Running', '実行中')}
          </StatusChip>
          <StatusChip tone="pass" icon={<IconCheck />}>
            {say('Active', '有効')}
          </StatusChip>
          <StatusChip tone="attention" icon={<IconAlertTriangle />}>
            {say('Differs', '差異あり')}
          </StatusChip>
          <StatusChip tone="fail" icon={<IconX />}>
            {say('Failed', '失敗')}
          </StatusChip>
        </Group>
      </Specimen>
      <Specimen name="FavouriteButton, CopyButton, Keys, FileName">
        <Group>
          <FavouriteButton
            isFavourite={isFavourite}
            label={say('Favourite: Motor', 'お気に入り: 自動車')}
            hint={say('Change', '変更')}
            onChange={setFavourite}
          />
          <FavouriteButton
            isFavourite={!isFavourite}
            label={say('Favourite: Loan', 'お気に入り: ローン')}
            hint={say('Change', '変更')}
            onChange={(on) => setFavourite(!on)}
          />
          <CopyButton value="42" label={say('Copy the number', '番号をコピー')} />
          <Keys keys={['Ctrl', 'K']} />
          <FileName
            name={say('a-very-long-name-of-a-workbook-of-2026.xlsx', '二〇二六年度自動車保険料率計算書.xlsx')}
          />
        </Group>
      </Specimen>
      <Specimen name="Moment">
        <Group>
          <RelativeMoment value={moment} />
          <AbsoluteMoment value={moment} />
          <ExactMoment value={moment} />
        </Group>
      </Specimen>
      <Specimen name="NameAndDetail">
        <NameAndDetail name={say('Motor premium', '自動車保険料')} detail="motor-2026.xlsx" />
      </Specimen>
      <Specimen name="StepList">
        <StepList label={say('Upload', 'アップロード')} steps={steps} current="compile" />
        <StepList label={say('Failed upload', '失敗したアップロード')} steps={steps} current="prove" failed />
      </Specimen>
      <Specimen name="FactTable">
        <FactTable
          label={say('Facts', '概要')}
          facts={[
            { name: say('Owner', '所有者'), value: 'Aiko Sato' },
            { name: say('Versions', 'バージョン'), value: 12 },
          ]}
        />
      </Specimen>
      <Specimen name="Tiles">
        <Tiles
          label={say('Figures', '数値')}
          tiles={[
            { label: say('Calls', '呼び出し'), value: '12,480' },
            { label: say('Failures', '失敗'), value: '3' },
          ]}
        />
        <Tiles
          label={say('Plain figures', '数値（簡易）')}
          plain
          tiles={[{ label: say('Cases', 'ケース'), value: '40' }]}
        />
      </Specimen>
      <Specimen name="CodeBlock">
        <CodeBlock title="curl" code={'curl -X POST https://rates.example/api/v3/execute \\\n  -d \'{"age": 42}\''} />
      </Specimen>
      <Specimen name="RichText">
        <RichText
          html={say('<p>A <strong>tariff</strong> by age.</p>', '<p>年齢別の<strong>料率</strong>です。</p>')}
        />
      </Specimen>
    </Specimens>
  )
}
