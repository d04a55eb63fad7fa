import { Group, Radio, RadioCard, TextInput } from '@mantine/core'
import {
  createContactTag,
  mergeContactTags,
  type StoredContactTag,
  updateContactTag,
} from '@recado/contracts/contacts/tags'
import { labelColors } from '@recado/contracts/inbox/labels'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGroupsChanged } from '#web/components/contact/use-groups-changed.ts'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { useVersionedForm } from '#web/lib/ui/versioned-form.ts'
import classes from './tags.module.css'

type Values = { name: string; color: StoredContactTag['color'] }

const isSame = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

type DrawerProps = { stored: StoredContactTag | null; tags: readonly StoredContactTag[]; onClose: () => void }

/** Adds or changes a tag. A name that another tag has merges the two, once that was agreed to. */
export const TagDrawer = ({ stored, tags, onClose }: DrawerProps) => {
  const { t } = useTranslation('contacts/tags')
  const changed = useGroupsChanged()
  const [merging, setMerging] = useState<{ from: StoredContactTag; into: StoredContactTag } | null>(null)
  const { form, state } = useVersionedForm<StoredContactTag, Values>({
    schema: createContactTag.body,
    stored,
    valuesOf: (tag) => ({ name: tag?.name ?? '', color: tag?.color ?? 'blue' }),
    labels: { name: t('name'), color: t('color') },
    save: async (values, base) => {
      const into = base && tags.find(({ id, name }) => id !== base.id && isSame(name, values.name))
      if (base && into) return setMerging({ from: base, into })
      await (base
        ? call(updateContactTag, { params: { id: base.id }, body: { ...values, version: base.version } })
        : call(createContactTag, { body: values }))
      changed()
      onClose()
    },
    onSaved: () => {},
  })
  return (
    <>
      <FormDrawer
        opened
        title={t(stored ? 'change' : 'add')}
        submitLabel={t('common:save')}
        {...state}
        onClose={onClose}
      >
        <TextInput label={t('name')} data-autofocus {...form.getInputProps('name')} />
        <Radio.Group label={t('color')} {...form.getInputProps('color')}>
          <Group gap="xs" mt={8}>
            {labelColors.map((color) => (
              <RadioCard
                key={color}
                value={color}
                aria-label={t(`colors.${color}`)}
                className={classes.swatch ?? ''}
                style={{ background: `var(--mantine-color-${color}-6)` }}
              />
            ))}
          </Group>
        </Radio.Group>
      </FormDrawer>
      <ConfirmDialog
        opened={merging !== null}
        title={t('merge.title', { name: merging?.into.name })}
        confirmLabel={t('merge.submit')}
        onClose={() => setMerging(null)}
        onConfirm={async () => {
          if (!merging) return
          await call(mergeContactTags, { params: { id: merging.from.id }, body: { intoId: merging.into.id } })
          changed()
          onClose()
        }}
      >
        {merging ? t('merge.text', { from: merging.from.name, into: merging.into.name }) : null}
      </ConfirmDialog>
    </>
  )
}
