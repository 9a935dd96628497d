/** All REST routes: importing this file registers them on the router. */
import './generated/restDoors.ts'
