import { Button, Select, TagsInput, Text, Textarea } from '@mantine/core'
import { companyTagLimit, notifyCompanies, tagCompanies } from '@recado/contracts/admin/company-care'
import {
  type FeatureFlagKey,
  featureFlagKeys,
  flagChoices,
  setCompanyFlags,
} from '@recado/contracts/shared/feature-flags'
import { keysOf } from '@recado/contracts/shared/keys'
import type { BulkSelection } from '@recado/contracts/shared/lists'
import { IconFlag, IconSpeakerphone, IconTag } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BulkDialog, type BulkDialogProps } from '#web/components/table/bulk-dialog.tsx'
import { useBulkOutcome } from '#web/components/table/use-bulk-outcome.tsx'
import { call } from '#web/lib/api/api.ts'
import { adminKey } from '#web/queries/admin.ts'
import { careChoicesQuery } from './api.ts'

type Props = { selection: BulkSelection; onDone: () => void }
type KindProps = { selection: BulkSelection } & Pick<BulkDialogProps, 'onOutcome' | 'onClose'>

const TagDialog = ({ selection, ...rest }: KindProps) => {
  const { t } = useTranslation('admin/accounts')
  const { data } = useQuery(careChoicesQuery)
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  return (
    <BulkDialog
      title={t('bulk.tags')}
      submitLabel={t('common:save')}
      ready={add.length + remove.length > 0}
      run={() => call(tagCompanies, { body: { selection, add, remove } })}
      {...rest}
    >
      <TagsInput
        label={t('bulk.addTags')}
        data={data?.tags ?? []}
        maxTags={companyTagLimit}
        maxLength={30}
        value={add}
        onChange={setAdd}
        data-autofocus
      />
      <TagsInput label={t('bulk.removeTags')} data={data?.tags ?? []} value={remove} onChange={setRemove} />
    </BulkDialog>
  )
}

const NoticeDialog = ({ selection, ...rest }: KindProps) => {
  const { t } = useTranslation('admin/accounts')
  const [key] = useState(() => crypto.randomUUID())
  const [message, setMessage] = useState({ en: '', pt: '' })
  return (
    <BulkDialog
      title={t('bulk.notify')}
      submitLabel={t('bulk.send')}
      ready={message.en.trim().length >= 3 && message.pt.trim().length >= 3}
      run={() => call(notifyCompanies, { body: { selection, key, message } })}
      {...rest}
    >
      <Text size="sm">{t('bulk.notifyText')}</Text>
      {(['pt', 'en'] as const).map((locale) => (
        <Textarea
          key={locale}
          label={t(`bulk.message.${locale}`)}
          required
          autosize
          minRows={2}
          maxLength={400}
          value={message[locale]}
          onChange={(event) => {
            const { value } = event.currentTarget
            setMessage((before) => ({ ...before, [locale]: value }))
          }}
        />
      ))}
    </BulkDialog>
  )
}

const FlagDialog = ({ selection, ...rest }: KindProps) => {
  const { t } = useTranslation('admin/accounts')
  const [key, setKey] = useState<FeatureFlagKey>(featureFlagKeys[0])
  const [choice, setChoice] = useState<(typeof flagChoices)[number]>('on')
  return (
    <BulkDialog
      title={t('bulk.flags')}
      submitLabel={t('common:save')}
      ready
      run={() => call(setCompanyFlags, { body: { selection, key, choice } })}
      {...rest}
    >
      <Select
        label={t('flags.flag')}
        allowDeselect={false}
        value={key}
        data={featureFlagKeys.map((value) => ({ value, label: t(`flags.name.${value}`) }))}
        onChange={(value) => setKey(featureFlagKeys.find((known) => known === value) ?? key)}
      />
      <Select
        label={t('flags.choice')}
        allowDeselect={false}
        value={choice}
        data={flagChoices.map((value) => ({ value, label: t(`flags.choices.${value}`) }))}
        onChange={(value) => setChoice(flagChoices.find((known) => known === value) ?? choice)}
      />
    </BulkDialog>
  )
}

const kinds = { tags: TagDialog, notify: NoticeDialog, flags: FlagDialog }
const icons = { tags: IconTag, notify: IconSpeakerphone, flags: IconFlag }
type Kind = keyof typeof kinds

/** What can be done with the companies that were chosen. */
export const CompanyBulk = ({ selection, onDone }: Props) => {
  const { t } = useTranslation('admin/accounts')
  const client = useQueryClient()
  const outcome = useBulkOutcome()
  const [asking, setAsking] = useState<Kind | null>(null)
  const Dialog = asking && kinds[asking]
  return (
    <>
      {keysOf(kinds).map((kind) => {
        const Icon = icons[kind]
        return (
          <Button
            key={kind}
            size="compact-sm"
            variant="light"
            leftSection={<Icon size={15} />}
            onClick={() => setAsking(kind)}
          >
            {t(`bulk.${kind}`)}
          </Button>
        )
      })}
      {Dialog ? (
        <Dialog
          selection={selection}
          onClose={() => setAsking(null)}
          onOutcome={(done) => {
            outcome.show(done)
            void client.invalidateQueries({ queryKey: adminKey })
            if (done.skipped.length === 0) onDone()
          }}
        />
      ) : null}
      {outcome.dialog}
    </>
  )
}
