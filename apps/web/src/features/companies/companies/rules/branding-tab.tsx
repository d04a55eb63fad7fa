import { CheckIcon, ColorSwatch, Group, Stack, UnstyledButton } from '@mantine/core'
import { brandColors, type CompanyRules, saveCompanyBranding } from '@recado/contracts/companies/company-rules'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#web/components/form/form-section.tsx'
import { ReadField, useReadOnly } from '#web/components/form/read-only.tsx'
import { call } from '#web/lib/api/api.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { VersionedForm } from '../versioned-form.tsx'
import { rulesQuery, useTakeRules } from './api.ts'
import { LogoField } from './logo-field.tsx'

type Values = { color: CompanyRules['color'] }
type Choice = { color: CompanyRules['color']; chosen: boolean; onChoose: () => void }

const Color = ({ color, chosen, onChoose }: Choice) => {
  const { t } = useTranslation('companies/companies')
  const name = t(`branding.color.${color ?? 'none'}`)
  return (
    <UnstyledButton aria-pressed={chosen} aria-label={name} title={name} onClick={onChoose}>
      <ColorSwatch
        component="span"
        color={color === null ? 'transparent' : `var(--mantine-color-${color}-7)`}
        size={36}
        c={color === null ? 'var(--mantine-color-text)' : 'white'}
      >
        {chosen ? <CheckIcon size={14} /> : null}
      </ColorSwatch>
    </UnstyledButton>
  )
}

type ColorsProps = { value: Values['color']; onChange: (color: Values['color']) => void }

const Colors = ({ value, onChange }: ColorsProps) => {
  const { t } = useTranslation('companies/companies')
  if (useReadOnly()) return <ReadField label={t('branding.colors')}>{t(`branding.color.${value ?? 'none'}`)}</ReadField>
  return (
    <Group gap="sm">
      {[null, ...brandColors].map((color) => (
        <Color key={color} color={color} chosen={value === color} onChoose={() => onChange(color)} />
      ))}
    </Group>
  )
}

/** What the company looks like in lists and in the switcher. */
export const BrandingTab = ({ id }: { id: string }) => {
  const { t } = useTranslation('companies/companies')
  const { user } = useSignedIn()
  const manage = useCan()('company.manage')
  const take = useTakeRules(id)
  const query = useQuery(rulesQuery(id))
  return (
    <Stack gap="md">
      <VersionedForm
        title={t('tab.branding')}
        description={t('branding.text')}
        query={query}
        schema={saveCompanyBranding.body.pick({ color: true })}
        valuesOf={({ color }): Values => ({ color })}
        save={async (values, version) =>
          take(await call(saveCompanyBranding, { params: { id }, body: { ...values, version } }))
        }
      >
        {(form) => (
          <FormSection title={t('branding.colors')}>
            <Colors value={form.values.color} onChange={(color) => form.setFieldValue('color', color)} />
          </FormSection>
        )}
      </VersionedForm>
      {query.data && manage ? (
        <FormSection title={t('branding.logo')}>
          <LogoField id={id} name={user.currentCompany?.name ?? ''} rules={query.data} />
        </FormSection>
      ) : null}
    </Stack>
  )
}
