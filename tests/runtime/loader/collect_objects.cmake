# Script: gathers the .hsaco files that the builds in FROM have left into FROM itself.
file(GLOB objects ${FROM}/*.artifacts/hsaco/*.hsaco)
file(COPY ${objects} DESTINATION ${FROM})
