# Script: copies the .hsaco files that the builds in FROM have written to FROM itself.
file(GLOB objects ${FROM}/*.artifacts/hsaco/*.hsaco)
file(COPY ${objects} DESTINATION ${FROM})
