// The cases of the program: each is a function that ends the process where something is wrong.
#pragma once

void launches();
void symbols();
void units();
void copies();
void fills();
void host_memory();
void pointers();
void pools();
void stream_order();
void waiting_kernel();
void callbacks();
void events();
void capture();
void queries();
void functions();
void wrong_arguments();
void kernel_fault();
void printing();
void assertion();
void trap();
void clocks();
void cooperative();
