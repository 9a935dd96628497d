import Box from '@mui/material/Box'
import { useId } from 'react'
import { useFilter } from '../../../relay/list/useFilter.ts'
import { SearchField } from '../../../ui/controls/SearchField.tsx'
import { Segments } from '../../../ui/controls/Segments.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Tip } from '../../../ui/feedback/Tip.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { visuallyHidden } from '../../../ui/visuallyHidden.ts'
import { ACCESS_OF, AUTHS, type GroupList, groupList } from './groupList.ts'

/** Filters of the list of groups: access, name, own groups; each choice is written to the address at once. */
export function GroupFilters({ list, isGuest }: { list: GroupList; isGuest: boolean }) {
  const { t } = useTranslation()
  const go = useFilter(groupList, list)
  return (
    <>
      <Segments
        label={t('group:list.access')}
        value={list.auth ?? ''}
        segments={[
          { value: '', label: t('group:list.all') },
          ...AUTHS.map((value) => ({ value, label: t(`group:access.${ACCESS_OF[value]}`) })),
        ]}
        onChange={(value) => go({ auth: value === '' ? null : value })}
      />
      <SearchField
        label={t('group:list.search')}
        value={list.keyword}
        maxLength={100}
        width={{ xs: '100%', md: 240 }}
        onSearch={(keyword) => go({ keyword })}
      />
      <MineSwitch isGuest={isGuest} on={list.isMine} onChange={(isMine) => go({ isMine })} />
    </>
  )
}

type SwitchProps = { isGuest: boolean; on: boolean; onChange: (on: boolean) => void }

/** Selects the viewer's groups; guests are told why they cannot. */
function MineSwitch({ isGuest, on, onChange }: SwitchProps) {
  const { t } = useTranslation()
  const id = useId()
  const reason = isGuest ? t('group:list.mineGuest') : null
  return (
    <Tip title={reason}>
      <Box
        component="label"
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 2,
          minHeight: 32,
          ml: { xs: 0, md: 1 },
          typography: 'dense',
          color: isGuest ? 'text.tertiary' : 'text.secondary',
          cursor: isGuest ? 'default' : 'pointer',
        }}
      >
        <Switch
          checked={on}
          aria-disabled={isGuest}
          aria-describedby={reason ? id : undefined}
          onChange={(now) => {
            if (!isGuest) onChange(now)
          }}
        />
        {t('group:list.mine')}
        {reason && (
          <Box component="span" id={id} sx={visuallyHidden}>
            {reason}
          </Box>
        )}
      </Box>
    </Tip>
  )
}
