/// <reference lib="webworker" />
import { keepMapCode } from './map-code.ts';
import { precacheShell } from './precache.ts';
import { keepPrivateAnswers } from './private-answers.ts';
import { cacheConfig } from './runtime-cache.ts';
import { openFromNotifications, sendInBackground } from './sync.ts';
import { keepViewedTiles } from './tiles.ts';
import { takeOverWhenTold } from './update.ts';

declare const self: ServiceWorkerGlobalScope;

// A table of contents: which event, which file. The build puts the list of files in the place of the name.
precacheShell(self.__WB_MANIFEST); // install, activate, fetch of the app's own files and of its pages
cacheConfig(); // fetch of /config.json
keepPrivateAnswers(); // fetch of what belongs to an account
keepMapCode(); // fetch of the code and the data of maps
keepViewedTiles(); // fetch of map tiles
sendInBackground(); // sync
openFromNotifications(); // notificationclick
takeOverWhenTold(self); // message, activate
