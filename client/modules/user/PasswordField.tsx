import IconButton from '@mui/material/IconButton'
import { type ComponentProps, useState } from 'react'
import { Field } from '../../ui/controls/Field.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'endAdornment'>

/** Password field with a button that reveals it. */
export function PasswordField(props: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      inputProps={{ autoCapitalize: 'none', spellCheck: false, ...props.inputProps }}
      endAdornment={
        <IconButton
          size="small"
          edge="end"
          aria-label={t(shown ? 'user:password.hide' : 'user:password.show')}
          aria-pressed={shown}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </IconButton>
      }
    />
  )
}
