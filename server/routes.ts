/** Every REST door: importing it registers its paths on the router. */
import './generated/restDoors.ts'
