/**
 * The stylesheets of the Mantine components that every page uses, each with those it depends on. A file that uses another
 * component imports its stylesheet. They are in a cascade layer, so that our rules always win, whatever the order of the
 * chunks is.
 */
import './layers.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Input.layer.css';
import './tokens.css';
import './mantine-variables.generated.css';
import './base.css';
import './components.css';
import './utilities.css';
