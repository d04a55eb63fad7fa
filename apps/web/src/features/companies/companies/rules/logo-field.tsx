import {
  type CompanyRules,
  logoMaxBytes,
  removeCompanyLogo,
  uploadCompanyLogo,
} from '@recado/contracts/companies/company-rules'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import { ImageField } from '#web/components/form/image-field.tsx'
import { call, upload } from '#web/lib/api/api.ts'
import { useTakeRules } from './api.ts'

const types = ['image/png', 'image/jpeg']

/** The logo of the company: PNG or JPEG of at most 2 MB. */
export const LogoField = ({ id, name, rules }: { id: string; name: string; rules: CompanyRules }) => {
  const { t } = useTranslation('companies/companies')
  const take = useTakeRules(id)
  const params = { id }
  return (
    <ImageField
      preview={<Avatar name={name} src={rules.logoUrl} color={rules.color} size={76} radius="md" />}
      shown={rules.logoUrl !== null}
      types={types}
      maxBytes={logoMaxBytes}
      text={(name) => t(`logo.${name}`)}
      send={async (file, onProgress) => take(await upload(uploadCompanyLogo, file, { params }, { onProgress }))}
      drop={async () => take(await call(removeCompanyLogo, { params }))}
    />
  )
}
