import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { Main } from '../Main.tsx'
import { AdminPage } from './AdminPage.tsx'

/** Skeleton of the administration frame. */
export const AdminSkeleton = () => (
  <Box aria-hidden sx={{ flex: 1, display: 'flex', minWidth: 0 }}>
    <Box
      sx={{
        display: { xs: 'none', lg: 'grid' },
        flex: 'none',
        alignContent: 'start',
        gap: 4,
        width: 208,
        p: 5,
        bgcolor: 'surface.main',
        borderRight: 1,
        borderColor: 'divider',
      }}
    >
      {[140, 90, 110, 80].map((width) => (
        <Skeleton key={width} width={width} height={16} />
      ))}
    </Box>
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Box
        sx={{
          height: { xs: 48, md: 52 },
          bgcolor: 'surface.main',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      />
      <Main>
        <AdminPage title={<Skeleton width={200} height={30} />}>
          <Skeleton variant="rounded" height={280} />
        </AdminPage>
      </Main>
    </Box>
  </Box>
)
